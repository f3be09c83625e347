"use client";
import { Eye } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "../../ui/button";
import { useMayAsStaff } from "../staff-shell";

/** Loaded when it is opened, with the form library. */
const ViewAsDialog = dynamic(async () => (await import("./view-as-dialog")).ViewAsDialog);

/** Opens a merchant's panel read-only, for staff who may, after they have said why (D-261). */
export function ViewAsMerchant({ partner }: { partner: { readonly partnerId: string; readonly name: string } }) {
  const t = useTranslations("staff.viewing");
  const mayView = useMayAsStaff("partner.view_as");
  const [isOpen, setOpen] = useState(false);
  if (!mayView) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Eye aria-hidden="true" size={16} />
        {t("open")}
      </Button>
      {isOpen && <ViewAsDialog partner={partner} onClose={() => setOpen(false)} />}
    </>
  );
}
