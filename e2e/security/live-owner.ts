import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { generateSync } from "otplib";
import type { Installation } from "../live/installation";
import { type Door, Person } from "./person";

/** People of the product in live mode, who join as they do there: the operator, staff, the owner of a merchant. */

const toDoor = ({ env }: Installation, kind: Door["kind"]): Door => ({
  kind,
  address: `http://127.0.0.1:${env.PORT}`,
  origin: env.PANEL_ORIGIN,
});

const staff = new WeakMap<Installation, Promise<Person>>();

/** Returns the first person of staff, who replaced the printed password and has an authenticator app. */
function openStaff(installation: Installation): Promise<Person> {
  const known = staff.get(installation) ?? addStaff(installation);
  staff.set(installation, known);
  return known;
}

async function addStaff(installation: Installation): Promise<Person> {
  const email = "ada@vezne.test";
  const [password = ""] = (await installation.run("admin", "people", "staff", email, "admin")).split("\n");
  const person = await Person.signedIn(toDoor(installation, "staff"), { email, password });
  await change(person, "self.changePassword", { present: password, next: "fıstıklı lokum tepside" });
  await addApp(person);
  return person;
}

const profile = {
  waitsForDocuments: true,
  name: "Canlı Dükkân",
  legalTitle: "Canlı Dükkân Tic. Ltd. Şti.",
  category: "5942",
  taxNumber: "1234567890",
  taxKind: "vkn",
  taxOffice: "Kadıköy",
  contacts: [],
  correspondenceAddress: null,
  legalAddress: { line: "Moda Cad. 3", postalCode: null, city: "İstanbul", district: "Kadıköy" },
};

/** Creates a merchant; its owner joins by the invitation and signs in by the password alone. */
export async function openLiveOwner(installation: Installation): Promise<Person> {
  const email = `owner-${randomUUID().slice(0, 8)}@live.test`;
  const made = await change(await openStaff(installation), "partner.create", { ...profile, ownerEmail: email });
  const token = /#([\w-]+)/.exec(JSON.stringify(made))?.[1] ?? "";
  const owner = new Person(toDoor(installation, "panel"));
  const password = `made up for ${email.slice(6, 14)}`;
  const joined = await owner.post("/panel/invitation/accept", { token, name: "Sahip", password });
  expect(joined.status, joined.text).toBe(200);
  expect(await owner.signIn({ email, password })).toBe("signed_in");
  return owner;
}

/** The same with an authenticator app, which is enough for an owner's first seven days. */
export async function openLiveOwnerWithApp(installation: Installation): Promise<Person> {
  const owner = await openLiveOwner(installation);
  await addApp(owner);
  return owner;
}

export async function addApp(person: Person): Promise<void> {
  const { secret } = (await change(person, "self.startSecondFactor")) as { secret: string };
  await change(person, "self.finishSecondFactor", { code: generateSync({ secret }) });
}

async function change(person: Person, path: string, input?: object): Promise<unknown> {
  const { status, code, data } = await person.change(path, input);
  expect([status, code], path).toEqual([200, null]);
  return data;
}
