"use client";
import { startRegistration } from "@simplewebauthn/browser";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { DateTime } from "@/components/ui/date-time";
import type { Translator } from "@/messages/catalogues";
import { passkeyNameForm } from "@/server/domain/people/passkey-inputs";
import { Button } from "../../ui/button";
import { CloseButton, Dialog, DialogActions } from "../../ui/dialog";
import { Empty } from "../../ui/empty";
import { FailureNotice } from "../../ui/failure";
import { FormText } from "../../ui/form/text-fields";
import { useZodForm } from "../../ui/form/use-zod-form";
import type { ListColumn } from "../../ui/list/columns";
import { ShortList } from "../../ui/list/short-list";
import { Notice } from "../../ui/notice";
import { Section } from "../../ui/section";
import type { PanelOutputs } from "../outputs";
import { useMutationWithConfirmation } from "../use-mutation-with-confirmation";
import { RecoveryCodesDialog } from "./recovery-codes-dialog";
import type { SelfProcedures } from "./self";

type Passkey = PanelOutputs["self"]["passkeys"][number];

/** The passkeys of the user: adding, renaming and removing one. */
export function PasskeysSection({ self, onAdded }: { self: SelfProcedures; onAdded: () => void }) {
  const t = useTranslations("shared.security.passkeys");
  const security = useTranslations("shared.security");
  const passkeys = useQuery(self.passkeys.queryOptions());
  const refresh = useRefreshPasskeys(self);
  const start = useMutationWithConfirmation(self.startPasskey.mutationOptions());
  const remove = useMutationWithConfirmation(self.removePasskey.mutationOptions());
  const [renamed, setRenamed] = useState<Passkey | null>(null);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  const failure = start.error ?? remove.error;
  const finish = (codes: readonly string[] | null) => {
    start.reset();
    void refresh();
    if (codes) setRecoveryCodes(codes);
    else onAdded();
  };
  const keep = () => {
    setRecoveryCodes(null);
    onAdded();
  };
  const removeNow = (passkeyId: string) => {
    setRemoved(null);
    remove.mutate({ passkeyId }, refresh);
  };
  return (
    <Section
      title={t("title")}
      actions={
        <Button tone="primary" isBusy={start.isBusy} onClick={() => start.mutate()}>
          {t("add")}
        </Button>
      }
    >
      <p className="mb-4 max-w-prose text-ink-soft">{t("why")}</p>
      {failure && <FailureNotice error={failure} title={security("failed")} />}
      {passkeys.error && !passkeys.data ? (
        <FailureNotice error={passkeys.error} onRetry={passkeys.refetch} />
      ) : (
        <ShortList
          caption={t("caption")}
          columns={buildColumns(t, setRenamed, setRemoved)}
          rows={passkeys.data}
          rowKey={({ passkeyId }) => passkeyId}
          empty={<Empty title={t("none")} />}
          skeletonCount={1}
        />
      )}
      {start.confirmation}
      {remove.confirmation}
      {start.result && <AddPasskey self={self} options={start.result} onDone={finish} onCancel={start.reset} />}
      <RecoveryCodesDialog codes={recoveryCodes} onKept={keep} />
      {renamed && <RenamePasskey self={self} passkey={renamed} onClose={() => setRenamed(null)} />}
      {removed && (
        <Dialog
          isOpen
          onClose={() => setRemoved(null)}
          title={t("removeTitle", { name: removed.name })}
          description={t("removeWhat")}
          actions={
            <>
              <Button onClick={() => setRemoved(null)}>{security("cancel")}</Button>
              <Button tone="danger" onClick={() => removeNow(removed.passkeyId)}>
                {t("removeDo")}
              </Button>
            </>
          }
        />
      )}
    </Section>
  );
}

const buildColumns = (
  t: Translator<"shared.security.passkeys">,
  rename: (passkey: Passkey) => void,
  remove: (passkey: Passkey) => void,
): ListColumn<Passkey>[] => [
  { key: "name", head: t("name"), width: 12, grows: true, card: "title", cell: ({ name }) => name },
  {
    key: "created",
    head: t("created"),
    width: 10,
    rank: 1,
    card: "line",
    cell: (row) => <DateTime at={row.createdAt} />,
  },
  {
    key: "used",
    head: t("used"),
    width: 10,
    card: "line",
    cell: ({ lastUsedAt }) => (lastUsedAt ? <DateTime at={lastUsedAt} /> : t("never")),
  },
  {
    key: "actions",
    head: t("actions"),
    isHeadHidden: true,
    width: 16,
    align: "right",
    card: "value",
    cell: (passkey) => (
      <span className="flex flex-wrap justify-end gap-2">
        <Button aria-label={t("renameOf", { name: passkey.name })} onClick={() => rename(passkey)}>
          {t("rename")}
        </Button>
        <Button aria-label={t("removeOf", { name: passkey.name })} onClick={() => remove(passkey)}>
          {t("remove")}
        </Button>
      </span>
    ),
  },
];

interface AddPasskeyProps {
  readonly self: SelfProcedures;
  readonly options: PanelOutputs["self"]["startPasskey"];
  onDone(recoveryCodes: readonly string[] | null): void;
  onCancel(): void;
}

/** Asks for the name, then lets the browser create the passkey. */
function AddPasskey({ self, options, onDone, onCancel }: AddPasskeyProps) {
  const t = useTranslations("shared.security.passkeys");
  const security = useTranslations("shared.security");
  const [isCancelled, setCancelled] = useState(false);
  const finish = useMutation(
    self.finishPasskey.mutationOptions({ onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) }),
  );
  const { control, submit, failure } = useZodForm(passkeyNameForm, {
    defaultValues: { name: "" },
    error: finish.error,
  });
  const send = submit(async ({ name }) => {
    setCancelled(false);
    const passkey = await startRegistration({ optionsJSON: options }).catch(() => null);
    if (!passkey) return setCancelled(true);
    return finish.mutateAsync({ name, passkey: passkey as never });
  });
  return (
    <Dialog isOpen onClose={onCancel} isBusy={finish.isPending} title={t("addTitle")} description={t("addWhat")}>
      <form className="flex flex-col gap-4" onSubmit={send} noValidate>
        <FormText control={control} name="name" label={t("name")} hint={t("nameHint")} maxLength={60} required />
        {isCancelled && (
          <Notice tone="warn" isUrgent>
            {t("cancelled")}
          </Notice>
        )}
        {failure ? <FailureNotice error={failure} title={security("failed")} /> : null}
        <DialogActions>
          <CloseButton>{security("cancel")}</CloseButton>
          <Button type="submit" tone="primary" isBusy={finish.isPending}>
            {t("create")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function RenamePasskey({ self, passkey, onClose }: { self: SelfProcedures; passkey: Passkey; onClose: () => void }) {
  const t = useTranslations("shared.security.passkeys");
  const security = useTranslations("shared.security");
  const client = useQueryClient();
  const rename = useMutation(
    self.renamePasskey.mutationOptions({
      onSuccess: () => {
        onClose();
        return client.invalidateQueries({ queryKey: self.passkeys.queryKey() });
      },
    }),
  );
  const { control, submit, failure } = useZodForm(passkeyNameForm, {
    defaultValues: { name: passkey.name },
    error: rename.error,
  });
  const send = submit(({ name }) => rename.mutateAsync({ passkeyId: passkey.passkeyId, name }));
  return (
    <Dialog isOpen onClose={onClose} isBusy={rename.isPending} title={t("renameTitle")}>
      <form className="flex flex-col gap-4" onSubmit={send} noValidate>
        <FormText control={control} name="name" label={t("name")} maxLength={60} required />
        {failure ? <FailureNotice error={failure} title={security("failed")} /> : null}
        <DialogActions>
          <CloseButton>{security("cancel")}</CloseButton>
          <Button type="submit" tone="primary" isBusy={rename.isPending}>
            {t("save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Returns a function that fetches again what a change of the passkeys affects; it ends the other sessions. */
function useRefreshPasskeys(self: SelfProcedures) {
  const client = useQueryClient();
  const router = useRouter();
  return () => {
    router.refresh();
    return Promise.all(
      [self.passkeys.queryKey(), self.get.queryKey(), self.sessions.queryKey()].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  };
}
