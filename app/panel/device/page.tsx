import { DeviceScreen } from "@/components/panel/sign-in/device-screen";
import { panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("device");

export default function DevicePage() {
  return <DeviceScreen door="panel" />;
}
