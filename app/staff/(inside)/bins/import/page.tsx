import { BinImportScreen } from "@/components/staff/bins/import-screen";
import { StaffScreen } from "@/components/staff/staff-screen";
import { staffPage, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("binImport");

export default async function BinImportPage() {
  const page = await staffPage("bin.write");
  return (
    <StaffScreen {...page}>
      <BinImportScreen />
    </StaffScreen>
  );
}
