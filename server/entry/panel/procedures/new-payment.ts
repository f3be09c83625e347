import { z } from "zod";
import { codeText } from "@/server/domain/fields";
import { newPaymentInput } from "@/server/domain/payments/new-payment";
import { createPanelPayment } from "@/server/usecases/payments/create-panel-payment";
import { openPanelPayment } from "@/server/usecases/payments/open-panel-payment";
import { mutationProcedure, router } from "../door";

/** Procedures that create payments in the panel. */
export const newPaymentRouter = router({
  /**
   * Creates a payment whose card is typed on the handoff page. A repeated request returns the first answer (§4.5.1).
   */
  create: mutationProcedure("payment.create")
    .input(newPaymentInput)
    .mutation(async ({ ctx: { ctx, session, audit }, input: { amount, ...payment } }) => {
      const { partnerTxCode, terminalId, installment } = payment;
      const detail = { amount: amount.toString(), partnerTxCode, terminalId, installment };
      await audit.begin({ subject: partnerTxCode, detail });
      const made = await createPanelPayment(ctx, {
        ...payment,
        account: session.account,
        amountKurus: amount,
      });
      audit.note({ subject: made.paymentCode });
      return made;
    }),
  /** Opens the card form of a payment of the panel that has not been paid yet. */
  open: mutationProcedure("payment.create")
    .input(z.object({ paymentCode: codeText(64) }))
    .mutation(async ({ ctx: { ctx, session, audit }, input: { paymentCode } }) => {
      await audit.begin({ subject: paymentCode });
      return openPanelPayment(ctx, { partnerId: session.account.partnerId, paymentCode });
    }),
});
