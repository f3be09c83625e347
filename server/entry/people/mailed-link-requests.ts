import {
  emptyInput,
  forgottenPasswordInput,
  mailedLinkInput,
  newPasswordInput,
} from "@/server/domain/people/self-inputs";
import { normalizeEmail, type SignInDoor } from "@/server/domain/people/sign-in";
import { askForDeviceLink } from "@/server/usecases/people/ask-for-device-link";
import { askForPassword } from "@/server/usecases/people/ask-for-password";
import { knowDevice } from "@/server/usecases/people/know-device";
import { getSignInOptions } from "@/server/usecases/people/passkey-queries";
import { proveAddress } from "@/server/usecases/people/prove-address";
import { getPasswordLink } from "@/server/usecases/people/queries";
import { setForgottenPassword } from "@/server/usecases/people/set-forgotten-password";
import { takeDeviceLinkBudget, takeForgottenBudget } from "../limits/rate-limits";
import { answerSignedOut } from "./answer-signed-out";
import { knowBrowser } from "./device-cookie";
import { makePasskeyHolder } from "./passkey-cookie";

type Handle = (request: Request) => Promise<Response>;

/**
 * Asks for a link for a new password. The answer comes before the address is looked up, so neither it nor its time
 * reveals whether a user has the address (ASVS 6.3.8).
 */
export const handleForgottenPassword =
  (door: SignInDoor): Handle =>
  (request) =>
    answerSignedOut(request, forgottenPasswordInput, async ({ ctx, facts: { sourceIp }, language }, { email }) => {
      await takeForgottenBudget(sourceIp, `${door} ${normalizeEmail(email)}`);
      ctx.background(askForPassword(ctx, { door, email, language, sourceIp }));
      return {};
    });

/** Returns the address to whose owner a link for a new password was mailed, to a client that has the link. */
export const handlePasswordLink =
  (door: SignInDoor): Handle =>
  (request) =>
    answerSignedOut(request, mailedLinkInput, ({ ctx }, { token }) => getPasswordLink(ctx, { door, token }));

/**
 * Sets the new password of a person who has the link. The browser then signs in as usual, as a known one, because its
 * user reads the person's mail (D-310).
 */
export const handleNewPassword =
  (door: SignInDoor): Handle =>
  (request) =>
    answerSignedOut(request, newPasswordInput, async (asked, input) => {
      const { ctx, facts, userAgent, setCookie } = asked;
      const { email } = await setForgottenPassword(ctx, { door, ...input, sourceIp: facts.sourceIp, userAgent });
      setCookie(knowBrowser(request, door, email));
      return {};
    });

/** Asks for a link with which a browser becomes a known one. It answers as early as `handleForgottenPassword`. */
export const handleDeviceLink =
  (door: SignInDoor): Handle =>
  (request) =>
    answerSignedOut(request, forgottenPasswordInput, async ({ ctx, facts: { sourceIp }, language }, { email }) => {
      await takeDeviceLinkBudget(sourceIp, `${door} ${normalizeEmail(email)}`);
      ctx.background(askForDeviceLink(ctx, { door, email, language, sourceIp }));
      return {};
    });

/** Makes the browser of a person who has the link a known one. Only a press on the page sends it. */
export const handleDevice =
  (door: SignInDoor): Handle =>
  (request) =>
    answerSignedOut(request, mailedLinkInput, async ({ ctx, facts: { sourceIp }, setCookie }, { token }) => {
      const { email } = await knowDevice(ctx, { door, token, sourceIp });
      setCookie(knowBrowser(request, door, email));
      return { email };
    });

/** Returns what a passkey signs to sign in, and binds it to the browser by a cookie. */
export const handlePasskeyOptions =
  (door: SignInDoor): Handle =>
  (request) =>
    answerSignedOut(request, emptyInput, async ({ ctx, setCookie }) => {
      const { holder, line } = makePasskeyHolder(ctx.random, door);
      setCookie(line);
      return getSignInOptions(ctx, { holder });
    });

/** Records that a person who has the link reads the address. Only a press on the page sends it, not a mail scanner. */
export const handleAddressProof =
  (door: SignInDoor): Handle =>
  (request) =>
    answerSignedOut(request, mailedLinkInput, ({ ctx, facts: { sourceIp } }, { token }) =>
      proveAddress(ctx, { door, token, sourceIp }),
    );
