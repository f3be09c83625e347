import { installmentsReport } from "./installments-report";
import { openInstallmentTargets } from "./installments-targets";
import { type BenchSettings, concurrency, gatherStatistics, measureInTurns } from "./load";
import { type AtEnd, startProduct } from "./processes";

/** Measures an installment look-up, compared with two yardsticks (see README.md). */
export const benchInstallments = async (settings: BenchSettings, atEnd: AtEnd): Promise<void> => {
  const sandbox = await startProduct(atEnd);
  const { bins, targets } = await openInstallmentTargets(sandbox, atEnd);
  const { rounds, seconds } = settings;
  console.log(`${bins} BINs, ${rounds} rounds of ${seconds} s for each target, ${concurrency} requests at a time`);
  const afterWarmUp = () => gatherStatistics(sandbox.databaseUrl);
  console.log(installmentsReport(await measureInTurns(targets, { ...settings, afterWarmUp })));
};
