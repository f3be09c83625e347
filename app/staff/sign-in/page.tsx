import { redirect } from "next/navigation";
import { SignInScreen } from "@/components/panel/sign-in/sign-in-screen";
import { isSignedInAsStaff, staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("signIn");

export default async function SignInPage() {
  if (await isSignedInAsStaff()) redirect("/staff");
  return <SignInScreen door="staff" />;
}
