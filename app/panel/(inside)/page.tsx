import { Screen } from "@/components/panel/screen";
import { panelPage } from "@/server/entry/panel/page";

export default async function HomePage() {
  return <Screen {...(await panelPage("home.read"))}>Home</Screen>;
}
