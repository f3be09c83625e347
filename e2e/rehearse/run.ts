import { buildIfNeeded } from "@/server/launch/build";
import { LaunchFailure, runCommand } from "@/server/launch/failure";
import { findPostgresPrograms } from "./debian-cluster";
import { failoverSteps } from "./failover-steps";
import { restoreSteps } from "./restore-steps";
import { rotationSteps } from "./rotation-steps";
import { Stage } from "./stage";
import { formatTally, runSteps, type Step } from "./steps";

/** The parts of a rehearsal; each one needs only the first steps. */
const parts = { restore: restoreSteps, rotations: rotationSteps, failover: failoverSteps } as const;
type Part = keyof typeof parts;
const isPart = (word: string): word is Part => word in parts;

/**
 * Runs `npm run rehearse -- [restore] [rotations] [failover]`, without a word all parts: the runbooks of
 * docs/operations.md in live mode, on a PostgreSQL that was installed from packages (D-383). Where there is none, every
 * step is named as skipped, and the command ends well.
 */
const rehearse = async (words: readonly string[]): Promise<void> => {
  if (!words.every(isPart)) throw new LaunchFailure(`npm run rehearse -- [${Object.keys(parts).join("] [")}]`);
  const chosen = words.length > 0 ? words : (["restore", "rotations", "failover"] as const);
  const bin = findPostgresPrograms();
  if (bin !== null) await buildIfNeeded();
  const stage = await Stage.open(bin ?? "");
  try {
    const missing =
      bin === null ? "PostgreSQL's programs are not installed (Debian: apt-get install postgresql)" : null;
    const tally = await runSteps(listSteps(stage, chosen), missing, (line) => console.log(line));
    console.log(formatTally(tally));
    if (tally.failed > 0) process.exitCode = 1;
  } finally {
    await stage.close();
  }
};

const listSteps = (stage: Stage, chosen: readonly Part[]): Step[] => [
  {
    name: "A PostgreSQL cluster whose WAL is archived",
    async run() {
      await stage.createPrimary();
      return "";
    },
  },
  {
    name: "Database roles, migrations, the first start in live mode",
    async run() {
      await stage.startProduct();
      return "";
    },
  },
  {
    name: "Staff, a merchant, a terminal and an API key, as documented",
    async run() {
      await stage.openShop();
      return "";
    },
  },
  ...chosen.flatMap((part) => parts[part](stage)),
];

await runCommand(() => rehearse(process.argv.slice(2)));
// Keep-alive connections would otherwise keep the process for some seconds.
process.exit();
