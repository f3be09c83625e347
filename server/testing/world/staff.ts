import { inTx } from "@/server/store/db";
import { raiseContradiction } from "@/server/usecases/payouts/raise-contradiction";
import { codeAt, newPerson, setUpApp } from "./people";
import type { TestWorld } from "./world";

/** Two people of staff with authenticator apps. A code counts once, so each has only a few of them within a minute. */
export async function newStaffPair(world: TestWorld) {
  const [first, second] = [await newStaff(world), await newStaff(world)];
  return { first, second };
}

/** Lets bank and books contradict each other about a payment, which holds it. */
export const contradict = ({ ctx, db }: TestWorld, paymentCode: string): Promise<void> =>
  inTx(db, (tx) =>
    raiseContradiction(ctx, tx, {
      kind: "refund_without_record",
      subject: paymentCode,
      detail: "Its history is not what the books hold",
      paymentCode,
    }),
  );

/** Somebody of staff who proves who they are with the next code of their app. */
export async function newStaff({ ctx, db }: TestWorld) {
  const { id, email, person } = await newPerson(ctx, "staff");
  const { secret } = await setUpApp(ctx, person);
  return {
    id,
    email,
    /** Takes it back that the last code was used, so that a test need not wait for the next one. */
    prove: async () => {
      await db.prisma.staffUser.update({ where: { id }, data: { totpLastStep: null } });
      return { email, code: codeAt(secret) };
    },
  };
}
