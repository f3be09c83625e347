import { AddressProofScreen } from "@/components/panel/sign-in/address-proof-screen";
import { staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("addressProof");

export default function AddressProofPage() {
  return <AddressProofScreen door="staff" />;
}
