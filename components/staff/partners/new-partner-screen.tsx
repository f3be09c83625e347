"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { newPartnerInput } from "@/server/domain/partners/profile-inputs";
import { Button, ButtonLink } from "../../ui/button";
import { FailureNotice } from "../../ui/failure";
import { FormCheck } from "../../ui/form/choice-fields";
import { FormText } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import { PageHead } from "../../ui/page-head";
import { Skeleton } from "../../ui/skeleton";
import { useTRPC } from "../trpc";
import { useRefetchPartners } from "./change-dialog";
import { InvitationLink } from "./invitation-link";
import { type ProfileControl, ProfileFields } from "./profile-fields";

/** The form of a new merchant; afterwards the link for its first owner, which is shown only once. */
export function NewPartnerScreen() {
  const t = useTranslations("staff.merchant.create");
  const staff = useTranslations("staff");
  const { data } = useQuery(useTRPC().self.environment.queryOptions());
  return (
    <>
      <PageHead back={{ href: "/staff", label: staff("partners") }} title={t("title")}>
        {t("intro")}
      </PageHead>
      {data ? <NewPartnerForm isSandbox={data.mode === "sandbox"} /> : <Skeleton className="h-96 w-full" />}
    </>
  );
}

function NewPartnerForm({ isSandbox }: { isSandbox: boolean }) {
  const t = useTranslations("staff.merchant.create");
  const staff = useTranslations("staff");
  const router = useRouter();
  const [made, setMade] = useState<{ partnerId: string; email: string; url: string } | null>(null);
  const create = useMutation(useTRPC().partner.create.mutationOptions(useRefetchPartners()));
  const { control, submit, failure } = useZodForm(newPartnerInput, {
    defaultValues: {
      name: "",
      legalTitle: "",
      taxKind: "vkn",
      taxNumber: "",
      taxOffice: "",
      category: "5399",
      legalAddress: { line: "", district: "", city: "", postalCode: null },
      correspondenceAddress: null,
      contacts: [],
      ownerEmail: null,
      waitsForDocuments: !isSandbox,
    },
    error: create.error,
  });
  const toPartner = (partnerId: string) => router.push(`/staff/partners/${partnerId}`);
  const send = submit((input) =>
    create.mutateAsync(input).then(({ partnerId, invitation }) => {
      if (invitation && input.ownerEmail) setMade({ partnerId, email: input.ownerEmail, url: invitation.url });
      else toPartner(partnerId);
    }),
  );
  return (
    <>
      <form className="flex max-w-3xl flex-col gap-5" onSubmit={send} noValidate>
        {/* The form has the fields of a profile among others; its control cannot say so to the compiler. */}
        <ProfileFields control={control as unknown as ProfileControl} />
        <FormText
          control={control}
          name="ownerEmail"
          label={t("owner")}
          hint={t("ownerHint")}
          type="email"
          maxLength={254}
          autoComplete="off"
          isOptional
        />
        <FormCheck
          control={control}
          name="waitsForDocuments"
          label={t("waits")}
          hint={isSandbox ? t("waitsSandbox") : t("waitsLive")}
          disabled={!isSandbox}
        />
        {failure ? <FailureNotice error={failure} title={staff("merchant.notSaved")} /> : null}
        <div className="flex flex-wrap justify-end gap-2">
          <ButtonLink href="/staff">{staff("cancel")}</ButtonLink>
          <Button type="submit" tone="primary" isBusy={create.isPending}>
            {t("save")}
          </Button>
        </div>
      </form>
      {made && <InvitationLink email={made.email} url={made.url} onClose={() => toPartner(made.partnerId)} />}
    </>
  );
}
