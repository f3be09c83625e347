// The process of `SlownessMeter`: it does a fixed amount of work every two seconds, and answers the first message with
// the mean processor time of the work in ms.

/** Does work of the kind that fills most of the tests' time: objects, texts, JSON, patterns. */
const work = () => {
  const seen = new Set();
  for (let round = 0; round < 6; round++) {
    const rows = Array.from({ length: 2_000 }, (_, n) => ({ id: `pay_${(n * 7_919) % 104_729}`, amount: n * round }));
    const text = JSON.stringify(rows);
    const sorted = JSON.parse(text).sort((one, other) => (one.id < other.id ? -1 : 1));
    seen.add(sorted.length + text.replaceAll(/pay_(\d+)/g, "<$1>").length);
  }
  return seen.size;
};

const spentMs = [];
const measure = () => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  spentMs.push((user + system) / 1_000);
};

// The first rounds compile the work.
for (let round = 0; round < 10; round++) work();
measure();
const timer = setInterval(measure, 2_000);
// Also when the tests are interrupted, nothing stays behind.
process.once("disconnect", () => clearInterval(timer));
process.once("message", () => {
  const sum = spentMs.reduce((total, each) => total + each, 0);
  process.send(sum / spentMs.length, () => process.disconnect());
});
