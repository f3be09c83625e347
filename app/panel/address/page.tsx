import { AddressProofScreen } from "@/components/panel/sign-in/address-proof-screen";
import { panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("addressProof");

export default function AddressProofPage() {
  return <AddressProofScreen door="panel" />;
}
