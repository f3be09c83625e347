import { join } from "node:path";
import { chromium } from "@playwright/test";
import { generateSync } from "otplib";
import { projectRoot } from "@/server/launch/project";
import { findChromium } from "@/server/testing/run/chromium";
import { type Installation, origins } from "../live/installation";
import { readMailedLink } from "../live/mails";
import * as office from "../live/office";
import { Shop } from "./shop";

/** A person of staff at the command line. */
export interface Person {
  readonly email: string;
  /** Returns the present code of the person's authenticator app. */
  readonly readCode: () => string;
}

const bank = "Türkiye İş Bankası";

/**
 * Walks from an empty installation to a merchant whose terminal is live, by the screens and commands of "From nothing
 * to the first payment". Returns the merchant, and two people of staff.
 */
export async function openFirstShop(installation: Installation): Promise<{ shop: Shop; people: [Person, Person] }> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [
      `--host-resolver-rules=MAP *:443 127.0.0.1:${installation.tls.port}`,
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ],
  });
  const newPage = async () => {
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      locale: "en-GB",
      viewport: { width: 1280, height: 900 },
    });
    return context.newPage();
  };
  try {
    const page = await newPage();
    const [password = ""] = (await installation.run("admin", "people", "staff", "ada@vezne.test", "admin")).split("\n");
    const ada = await office.signInFirst(page, "ada@vezne.test", password);
    await office.confirmAddress(page, installation, "ada@vezne.test");
    await installation.run("bins", "import", join(projectRoot, "prisma/seed/bins.csv"));
    await office.followStep(page, "Add a second person who may decide");
    const second = await newPage();
    await office.join(second, await office.inviteColleague(page, installation, "baran@vezne.test"));
    const baran = await office.setUpApp(second);
    await office.followStep(page, "Create the first merchant");
    await office.createMerchant(page, "Kuzey Kitabevi", "sahip@kuzey.test");
    await office.followStep(page, "Open its payment acceptance");
    await office.openAcceptance(page);
    const terminalId = await office.bringTerminalLive(page, installation, bank);
    const link = await readMailedLink(installation, "sahip@kuzey.test", `${origins.PANEL_ORIGIN}/panel/invitation#`);
    const key = await office.joinAndMakeKey(await newPage(), link);
    const toPerson = (email: string, secret: string): Person => ({ email, readCode: () => generateSync({ secret }) });
    return {
      shop: new Shop(installation, key, terminalId),
      people: [toPerson("ada@vezne.test", ada), toPerson("baran@vezne.test", baran)],
    };
  } finally {
    await browser.close();
  }
}
