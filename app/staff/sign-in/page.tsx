import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { SignInScreen } from "@/components/panel/sign-in/sign-in-screen";
import { pageLanguage } from "@/server/entry/http/page-language";
import { isSignedInAsStaff } from "@/server/entry/staff/page";

export async function generateMetadata(): Promise<Metadata> {
  return { title: pageLanguage(await headers()) === "tr" ? "Giriş" : "Sign in" };
}

export default async function SignInPage() {
  if (await isSignedInAsStaff()) redirect("/staff");
  return <SignInScreen door="staff" />;
}
