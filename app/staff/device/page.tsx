import { DeviceScreen } from "@/components/panel/sign-in/device-screen";
import { staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("device");

export default function DevicePage() {
  return <DeviceScreen door="staff" />;
}
