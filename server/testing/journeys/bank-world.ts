import type { Operation, OperationKind, Protocol } from "@/server/banks/bank";
import type { Banks } from "@/server/banks/banks";
import type { CallTimeouts } from "@/server/banks/call";
import { createBanks } from "@/server/banks/registry";
import { nextDayEnd } from "@/server/domain/business-day";
import { minutes, plusMs, seconds } from "@/server/domain/clock";
import { newProcessNumber } from "@/server/domain/ids";
import { systemRandom } from "@/server/domain/random";
import { agreements, type SimulatedBank } from "@/server/sandbox/accounts/agreements";
import { firstTariff, sandboxTariff } from "@/server/sandbox/accounts/terminals";
import { testCards } from "@/server/sandbox/bank/cards";
import { otherShop, sandboxShop } from "@/server/sandbox/bank/records/shops";
import { startSimulator } from "@/server/sandbox/bank/server";
import type { SettingsChange } from "@/server/sandbox/bank/settings";
import type { SetupFault } from "@/server/sandbox/bank/setup-faults/setup-faults";
import { insertTariffs } from "@/server/store/pricing/tariffs";
import { exchangeBankConnection } from "@/server/usecases/banks/exchange-bank-connection";
import type { AccountText } from "@/server/usecases/banks/shared/bank-connection";
import type { Ctx } from "@/server/usecases/ctx";
import { createDueWorkLock } from "@/server/usecases/due-work-lock";
import { createKeyedSemaphore } from "@/server/usecases/keyed-semaphore";
import { drawFractions } from "../banks/drawn-fractions";
import { openTestWorld, scriptedConnection, type TestWorld, testTerminals } from "../world/world";
import type { WorldSettings } from "../world/world-settings";

/** The protocols of the simulated banks, each with a bank of the catalogue. */
export const bankProtocols = {
  nestpay: "isbank",
  garanti: "garanti",
  posnet: "yapikredi",
  payfor: "qnb",
} as const satisfies Record<Protocol, SimulatedBank>;
export type BankProtocol = keyof typeof bankProtocols;

/** A terminal of direct collection, in addition to those of the test world. */
export const directTerminal = "trm_direct";

/** The faults of the bank: two of them before its work, and two after it. */
export const faultKinds = ["error", "cut", "garbled_after", "cut_after"] as const;
type FaultKind = (typeof faultKinds)[number];

/** A refund request that was sent to the bank, with the refund that was pending at that moment. */
interface Sent {
  readonly refundId: string | null;
  readonly orderId: string;
  readonly kind: "void" | "credit";
}

/** The point at which a process dies: before a call to the bank, or after the answer and before it is stored. */
export interface Death {
  readonly when: "before" | "after";
  readonly operations: readonly OperationKind[];
}

/**
 * The point at which the clock passes the day-end in a call that moves money: before the bank's work, or before its
 * answer.
 */
export type Delay = "before" | "after";

export interface BankWorldSettings extends WorldSettings {
  readonly protocol?: BankProtocol;
  readonly timeouts?: Partial<CallTimeouts>;
}

export type BankWorld = Awaited<ReturnType<typeof openBankWorld>>;

/**
 * Opens a test world with a real protocol: the product's connector speaks over HTTP to the simulated bank, which has
 * its ledger in the same database and uses the same clock. The scripted bank gets no calls.
 */
export async function openBankWorld({ protocol = "nestpay", timeouts = {}, ...settings }: BankWorldSettings = {}) {
  const world = await openTestWorld(settings);
  const faultChoice: FaultChoice = { kind: "error" };
  const errors: unknown[] = [];
  const simulator = await startSimulator({
    databaseUrl: world.db.pool.options.connectionString ?? "",
    port: 0,
    host: "localhost",
    sandboxKey,
    clock: world.clock,
    faultRandom: drawFractions(() => faultKinds.indexOf(faultChoice.kind) / faultKinds.length),
    onError: (error) => errors.push(error),
  });
  const origin = `http://localhost:${simulator.port}`;
  await connect(world, protocol, origin);
  const sent: Sent[] = [];
  const banks = createBanks({ timeouts });
  const delays: Delay[] = [];
  const open = (death: Death | null = null) => openProcess(world, banks, { sent, delays }, death);
  return {
    ...world,
    protocol,
    /** The first process, which the journeys of this world use. */
    ctx: open(),
    /** Opens another process on the same database, which shares only rows and the clock with the first one. */
    open,
    /** All refund requests that were sent to the bank. */
    sent,
    /** Moves the clock to a second before the day-end; the next call that moves money lasts until after it. */
    delayNext(delay: Delay): void {
      world.clock.set(plusMs(nextDayEnd(world.clock.now(), "00:00"), -seconds(1)));
      delays.splice(0, 1, delay);
    },
    bankControls: createBankControls(origin, faultChoice),
    /** The address of the simulated bank, for tests that call it with the shop's credentials. */
    bankOrigin: origin,
    /** The key of the simulated bank's controls. */
    sandboxKey,
    /** Builds the account of another shop at one of the simulated banks. */
    otherAgreement: (bank: SimulatedBank): AccountText => agreements[bank](otherShop, origin),
    async close() {
      await world.settled();
      await simulator.close();
      await world.close();
      if (errors.length > 0) throw new AggregateError(errors, "The simulated bank had internal errors");
    },
  };
}

const sandboxKey = "key-of-the-test";

interface FaultChoice {
  kind: FaultKind;
}

/** Rejects the work of a process that has died, so that its result reaches no caller. */
class Died extends Error {}

/** The recordings that the processes of a world share. */
interface Shared {
  readonly sent: Sent[];
  readonly delays: Delay[];
}

function openProcess(world: TestWorld, banks: Banks, { sent, delays }: Shared, death: Death | null): Ctx {
  const passDayEnd = (delay: Delay | undefined, when: Delay): void => {
    const now = world.clock.now();
    const end = nextDayEnd(now, "00:00");
    // When the clock was moved meanwhile, it has already passed that day-end.
    if (delay === when && plusMs(now, minutes(1)) > end) world.clock.set(plusMs(end, seconds(1)));
  };
  const dies = (when: Death["when"], { kind }: Operation): void => {
    if (death?.when === when && death.operations.includes(kind)) throw new Died(`${when} ${kind}`);
  };
  return {
    ...world.ctx,
    openMoneyCalls: new Map(),
    dueWork: createDueWorkLock(),
    processNumber: newProcessNumber(systemRandom),
    receiverSlots: createKeyedSemaphore(2),
    banks: {
      ...banks,
      async call(protocol, operation, account, options) {
        dies("before", operation);
        const delay = moneyCalls.has(operation.kind) ? delays.shift() : undefined;
        passDayEnd(delay, "before");
        const callerMaySend = options?.maySend;
        const maySend = async (): Promise<boolean> => {
          if (callerMaySend && !(await callerMaySend())) return false;
          if (operation.kind === "void" || operation.kind === "credit") {
            const { kind, orderId } = operation;
            sent.push({ refundId: await findPendingRefund(world, orderId), orderId, kind });
          }
          return true;
        };
        const outcome = await banks.call(protocol, operation, account, { ...options, maySend });
        passDayEnd(delay, "after");
        dies("after", operation);
        return outcome;
      },
    },
  };
}

const moneyCalls: ReadonlySet<OperationKind> = new Set(["capture", "void", "credit"]);

async function findPendingRefund({ db }: TestWorld, bankOrderId: string): Promise<string | null> {
  const where = { status: "pending" as const, attempt: { bankOrderId } };
  return (await db.prisma.refund.findFirst({ where, select: { id: true } }))?.id ?? null;
}

/** Gives every terminal an account at the simulated bank, and adds its cards to the BIN table. */
async function connect({ db, ctx }: TestWorld, protocol: BankProtocol, origin: string): Promise<void> {
  const bank = bankProtocols[protocol];
  const agreed = agreements[bank](sandboxShop, origin);
  const ours = await db.prisma.terminal.findUniqueOrThrow({ where: { id: testTerminals.ours } });
  await db.prisma.terminal.create({
    data: {
      ...ours,
      id: directTerminal,
      limitWindows: [],
      mode: "direct_collection",
      connections: { create: scriptedConnection(ctx.vault, directTerminal, ours.createdAt) },
    },
  });
  await insertTariffs(db.prisma, [firstTariff(directTerminal, sandboxTariff)]);
  for (const terminalId of [...Object.values(testTerminals), directTerminal]) {
    await exchangeBankConnection(ctx, { terminalId, bank, account: agreed });
  }
  const bins = testCards.map(({ pan, brand, family, bank: issuer, scheme }) => ({
    bin: pan.slice(0, 6),
    brand,
    family,
    bank: issuer,
    scheme,
    commercial: false,
    confidence: "high",
  }));
  await db.prisma.binRange.createMany({ data: bins, skipDuplicates: true });
}

/** Creates the controls of the simulated bank's faults and settings. */
function createBankControls(origin: string, nextFault: FaultChoice) {
  const patch = async (path: string, change: object): Promise<unknown> => {
    const answer = await fetch(`${origin}/__control/${path}`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${sandboxKey}`, "content-type": "application/json" },
      body: JSON.stringify(change),
    });
    if (answer.status !== 200) throw new Error(`The bank refused its settings: ${await answer.text()}`);
    return answer.json();
  };
  const set = async (change: SettingsChange): Promise<void> => void (await patch("settings", change));
  return {
    set,
    /** Returns the addresses at which a terminal of this protocol finds a bank with a fault of the set-up. */
    async placeSetupFault(terminalId: string, protocol: Protocol, fault: SetupFault | null) {
      const placed = await patch("setup-faults", { [terminalId]: { protocol, fault } });
      return (placed as Record<string, AccountText["endpoints"]>)[terminalId] ?? { gate: "", api: "" };
    },
    /** Makes all of these operations fail in this way; null ends the fault. */
    fail: async (kind: FaultKind | null, operations: SettingsChange["operations"] = []) => {
      if (kind) nextFault.kind = kind;
      await set({ errorRate: kind ? 1 : 0, operations });
    },
  };
}
