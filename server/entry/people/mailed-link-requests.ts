import { forgottenPasswordInput, mailedLinkInput, newPasswordInput } from "@/server/domain/people/self-inputs";
import { normalizeEmail, type SignInDoor } from "@/server/domain/people/sign-in";
import { askForPassword } from "@/server/usecases/people/ask-for-password";
import { proveAddress } from "@/server/usecases/people/prove-address";
import { getPasswordLink } from "@/server/usecases/people/queries";
import { setForgottenPassword } from "@/server/usecases/people/set-forgotten-password";
import { takeForgottenBudget } from "../limits/rate-limits";
import { answerSignedOut } from "./answer-signed-out";

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

/** Sets the new password of a person who has the link. The browser then signs in as usual. */
export const handleNewPassword =
  (door: SignInDoor): Handle =>
  (request) =>
    answerSignedOut(request, newPasswordInput, async ({ ctx, facts: { sourceIp }, userAgent }, input) => {
      await setForgottenPassword(ctx, { door, ...input, sourceIp, userAgent });
      return {};
    });

/** Records that a person who has the link reads the address. Only a press on the page sends it, not a mail scanner. */
export const handleAddressProof =
  (door: SignInDoor): Handle =>
  (request) =>
    answerSignedOut(request, mailedLinkInput, ({ ctx, facts: { sourceIp } }, { token }) =>
      proveAddress(ctx, { door, token, sourceIp }),
    );
