import { NewPasswordScreen } from "@/components/panel/sign-in/new-password-screen";
import { panelTitle } from "@/server/entry/panel/page";

export const generateMetadata = panelTitle("newPassword");

export default function NewPasswordPage() {
  return <NewPasswordScreen door="panel" />;
}
