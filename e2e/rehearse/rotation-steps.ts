import { randomBytes } from "node:crypto";
import { rolePassword, runCommand, toRoleUrl } from "../live/installation";
import { keepPaying, type Load } from "./load";
import type { Stage } from "./stage";
import type { Step } from "./steps";

/** The steps of the runbook "Rotating secrets", while payments go on. */
export function rotationSteps(stage: Stage): Step[] {
  let load: Load | undefined;
  const restartWith = async (changes: Readonly<Record<string, string>>): Promise<void> => {
    Object.assign(stage.installation.env, changes);
    await stage.installation.stop();
    await stage.installation.start();
  };
  const newKey = () => randomBytes(32).toString("base64");

  return [
    {
      name: "ENCRYPTION_KEYS: a new key in front, keys rotate while payments go on, the old key removed",
      async run() {
        load = keepPaying(stage.shop, 1);
        const { ENCRYPTION_KEYS: old = "" } = stage.installation.env;
        const added = `k2:${newKey()}`;
        await restartWith({ ENCRYPTION_KEYS: `${added},${old}` });
        const rotated = await stage.mustRun("keys", "rotate");
        if (!/k1, only decrypts: no values/.test(rotated)) throw new Error(rotated);
        await restartWith({ ENCRYPTION_KEYS: added });
        return stage.examine();
      },
    },
    {
      name: "AUDIT_KEYS and AUTH_SECRET",
      async run() {
        const { AUDIT_KEYS: old = "" } = stage.installation.env;
        await restartWith({ AUDIT_KEYS: `a2:${newKey()},${old}`, AUTH_SECRET: randomBytes(32).toString("hex") });
        await stage.mustRun("retention");
        return (await stage.mustRun("audit", "verify")).split("\n").at(-1) ?? "";
      },
    },
    {
      name: "The passwords of the database roles",
      async run() {
        const password = randomBytes(16).toString("hex");
        const admin = stage.primary.url("postgres", stage.address.port);
        const passwords = { DATABASE_MIGRATOR_PASSWORD: password, DATABASE_APPLICATION_PASSWORD: password };
        await runCommand({ DATABASE_ADMIN_URL: admin, ...passwords }, "admin", ["database", "roles"]);
        await restartWith({
          DATABASE_URL: toRoleUrl(admin, "application", password),
          MIGRATION_DATABASE_URL: toRoleUrl(admin, "migrator", password),
        });
        const old = { ...stage.installation.env, DATABASE_URL: toRoleUrl(admin, "application", rolePassword) };
        const isRefused = await runCommand(old, "admin", ["keys", "status"]).then(
          () => false,
          () => true,
        );
        if (!isRefused) throw new Error("The old password is still accepted");
        return "the old password is refused";
      },
    },
    {
      name: "The webhook secret of the merchant",
      async run() {
        const [{ id } = { id: "" }] = await stage.primary.query<{ id: string }>("select id from partner");
        await stage.mustRun("webhook-secret", "prepare", id);
        await stage.mustRun("webhook-secret", "activate", id);
        return "";
      },
    },
    {
      name: "Payments went on during the rotations",
      async run() {
        if (!load) throw new Error("No payments were made");
        const { answered, captured, refused } = await load.end();
        await load.expectKept(stage.primary);
        if (captured.length === 0) throw new Error("No payment was captured");
        return `${answered.length} created, ${captured.length} captured, ${refused} attempts refused during four restarts`;
      },
    },
  ];
}
