import type { Dice } from "./dice";
import type { Business } from "./money-round";
import type { Steps } from "./steps";

interface MoneySettings {
  readonly steps: Steps;
  readonly dice: Dice;
  whenUp(): Promise<void>;
}

/**
 * Loads what moves money that was captured, and what judges it. These modules read the addresses of the instance when
 * they are loaded, so it has to run, and E2E_SANDBOX has to name its file.
 */
export async function loadMoney() {
  const { letTimePass } = await import("./outcome");
  const { Records } = await import("./records");
  const { expectAllDone, spendMonth } = await import("./money-round");
  const { expectDoneOnce, expectMoneyKept } = await import("./money-invariants");
  return { closeShops, expectAllDone, expectDoneOnce, expectMoneyKept, letTimePass, openBusiness, Records, spendMonth };
}

/**
 * Gives four accounts a receiver and an IBAN, leaves their payouts to the back-office, and moves the clock to noon of
 * the first business day of the next month. Everybody is signed in.
 */
async function openBusiness({ steps, dice, whenUp }: MoneySettings) {
  const { amountLimited, demo, linksDisabled, other, sandbox } = await import("../support/product");
  const { calmBank, changePartner, now, setClock } = await import("../support/controls");
  const { Merchant } = await import("../support/merchant");
  const { Refunder } = await import("../support/refund-steps");
  const { findStaff } = await import("../support/staff");
  const { findUser } = await import("../support/panel");
  const { panelDoor, staffDoor } = await import("../security/person");
  const { Clerk } = await import("./clerk");
  const { nextMonthsNoon } = await import("./calendar");
  const { openReceiver } = await import("./merchants");
  const { signInAll } = await import("./money-round");

  await calmBank();
  await setClock(nextMonthsNoon(await now()));
  const proposer = new Clerk(staffDoor, findStaff("staff@vezne.test"), whenUp);
  const approver = new Clerk(staffDoor, findStaff("second@vezne.test"), whenUp);
  const partners = [demo, other, linksDisabled, amountLimited];
  const shops = await Promise.all(
    partners.map(async (partner) => {
      await changePartner(partner.partnerId, { autoPayout: false });
      return {
        refunder: new Refunder(new Merchant(sandbox.apiUrl, partner)),
        receiver: await openReceiver(partner, dice),
        finance: new Clerk(panelDoor, findUser("finance", partner), whenUp),
      };
    }),
  );
  const treasury = { proposer, approver, steps, files: new Map<string, string>() };
  const business: Business = { shops, treasury, office: { clerk: proposer, steps }, steps, dice };
  await signInAll(business);
  for (const { partnerId } of partners) {
    const { revision } = await proposer.read<{ revision: number }>("partner.profile", { partnerId });
    const entered = { partnerId, revision, iban, reason: "A letter of the bank is in the archive" };
    const { code } = await proposer.change("partner.setIban", entered);
    if (code !== null) throw new Error(`${partnerId} gets no IBAN: ${code}`);
  }
  return { business, databaseUrl: sandbox.databaseUrl };
}

const iban = "TR330006100519786457841326";

/** Closes the receivers. */
async function closeShops({ shops }: Business): Promise<void> {
  for (const { receiver } of shops) await receiver.close();
}
