import { NewPasswordScreen } from "@/components/panel/sign-in/new-password-screen";
import { staffTitle } from "@/server/entry/staff/page";

export const generateMetadata = staffTitle("newPassword");

export default function NewPasswordPage() {
  return <NewPasswordScreen door="staff" />;
}
