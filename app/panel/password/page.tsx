import { ForgottenPasswordScreen } from "@/components/panel/sign-in/forgotten-password-screen";
import { panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("forgottenPassword");

export default function ForgottenPasswordPage() {
  return <ForgottenPasswordScreen door="panel" />;
}
