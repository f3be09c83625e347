import { z } from "zod";
import { problem } from "@/server/domain/field-words";
import { freeText } from "@/server/domain/fields";

/** Schemas for the inputs of procedures, in addition to those of `domain/fields.ts`. */

const notAnInstant = { error: () => problem("date_time") };

/** An instant that the database can store: in the years 1 to 9999. */
export const instant = () =>
  z
    .date(notAnInstant)
    .min(new Date("0001-01-01T00:00:00.000Z"), notAnInstant)
    .max(new Date("9999-12-31T23:59:59.999Z"), notAnInstant);

/** The cursor of the next page of a list, as the previous page returned it. */
export const cursor = () => freeText(256).nullish();
