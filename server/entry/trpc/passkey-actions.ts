import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type * as z from "zod";
import type {
  newPasskeyInput,
  passkeyConfirmationInput,
  passkeyInput,
  passkeyNameInput,
} from "@/server/domain/people/passkey-inputs";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import { confirmByPasskey } from "@/server/usecases/people/confirm-by-passkey";
import { finishPasskey } from "@/server/usecases/people/finish-passkey";
import { getConfirmationOptions, getPasskeys } from "@/server/usecases/people/passkey-queries";
import { removePasskey } from "@/server/usecases/people/remove-passkey";
import { renamePasskey } from "@/server/usecases/people/rename-passkey";
import { startPasskey } from "@/server/usecases/people/start-passkey";
import type { SelfChangeContext, SelfContext } from "./self-actions";

const toPerson = (door: SignInDoor, { session }: SelfContext) => ({ door, userId: session.user.id });
const toSession = (door: SignInDoor, context: SelfContext) => ({
  person: toPerson(door, context),
  sessionId: context.session.sessionId,
});
const begin = ({ audit, session }: SelfChangeContext) => audit.begin({ subject: session.user.id });

/** Creates the actions of a door with which users manage and use their passkeys. */
export const createPasskeyActions = (door: SignInDoor) => ({
  passkeys: (context: SelfContext) => getPasskeys(context.ctx, { person: toPerson(door, context) }),
  async startPasskey(context: SelfChangeContext) {
    await begin(context);
    return startPasskey(context.ctx, toSession(door, context));
  },
  async finishPasskey(context: SelfChangeContext, { name, passkey }: z.output<typeof newPasskeyInput>) {
    await begin(context);
    context.audit.note({ detail: { name } });
    return finishPasskey(context.ctx, {
      ...toSession(door, context),
      name,
      passkey: passkey as RegistrationResponseJSON,
    });
  },
  async renamePasskey(context: SelfChangeContext, input: z.output<typeof passkeyNameInput>) {
    await begin(context);
    context.audit.note({ detail: { name: input.name } });
    await renamePasskey(context.ctx, { person: toPerson(door, context), ...input });
  },
  async removePasskey(context: SelfChangeContext, { passkeyId }: z.output<typeof passkeyInput>) {
    await begin(context);
    await removePasskey(context.ctx, { ...toSession(door, context), passkeyId });
  },
  async startConfirmation(context: SelfChangeContext) {
    await begin(context);
    return getConfirmationOptions(context.ctx, toSession(door, context));
  },
  async confirmByPasskey(context: SelfChangeContext, { passkey }: z.output<typeof passkeyConfirmationInput>) {
    await begin(context);
    const given = { ...toSession(door, context), passkey: passkey as AuthenticationResponseJSON };
    await confirmByPasskey(context.ctx, given);
  },
});
