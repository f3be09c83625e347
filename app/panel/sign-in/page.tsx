import { redirect } from "next/navigation";
import { SignInScreen } from "@/components/panel/sign-in/sign-in-screen";
import { isSignedInToPanel, panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("signIn");

export default async function SignInPage() {
  if (await isSignedInToPanel()) redirect("/panel");
  return <SignInScreen door="panel" />;
}
