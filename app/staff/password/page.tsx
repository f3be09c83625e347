import { ForgottenPasswordScreen } from "@/components/panel/sign-in/forgotten-password-screen";
import { staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("forgottenPassword");

export default function ForgottenPasswordPage() {
  return <ForgottenPasswordScreen door="staff" />;
}
