import { z } from "zod";
import { GENDERS } from "../constants";

/** ISO 8601 in UTC, with milliseconds. */
export const instant = z.iso.datetime({ precision: 3 });
export const date = z.iso.date();
export const text = z.string();
export const optionalText = text.nullable();
export const optionalInteger = z.int().nullable();
export const optionalDegrees = z.number().nullable();
export const optionalGender = z.enum(GENDERS).nullable();

export const confirmationSchema = z.strictObject({ message: text });
