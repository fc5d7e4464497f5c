import { z } from "zod";
import { countCodePoints } from "~/core/shared/code-points";
import {
  ADDRESS_MAX_LENGTH,
  ANSWER_MAX_LENGTH,
  CLIENT_ID_MAX_LENGTH,
  MESSAGE_MAX_LENGTH,
  MESSAGES_PAGE_MAX,
} from "~/core/shared/constants";
import { pageLimit, shortText, textSchema } from "~/core/shared/text";

export const sendMessageSchema = z.object({
  content: textSchema({
    min: 1,
    max: MESSAGE_MAX_LENGTH,
    label: "Message",
    required: "Message must not be empty",
    multiline: true,
    needsVisible: true,
  }),
  client_id: z
    .string({ error: "client_id must be text" })
    .refine(
      (value) =>
        value !== "" &&
        value.length <= 4 * CLIENT_ID_MAX_LENGTH &&
        value.isWellFormed() &&
        countCodePoints(value) <= CLIENT_ID_MAX_LENGTH,
      { error: `client_id must be 1 to ${CLIENT_ID_MAX_LENGTH} characters` },
    )
    .nullish(),
});
export type SendMessageInput = z.output<typeof sendMessageSchema>;

export const messagesQuerySchema = z.object({
  before: shortText("before").min(1, { error: "before must be a message id" }).optional(),
  limit: pageLimit(MESSAGES_PAGE_MAX),
});
export type MessagesQuery = z.output<typeof messagesQuerySchema>;

export const addressSchema = z.object({
  address: textSchema({ min: 1, max: ADDRESS_MAX_LENGTH, label: "Address", needsVisible: true }),
});
export type AddressInput = z.output<typeof addressSchema>;

export const answerSchema = z.object({
  answer: textSchema({
    min: 1,
    max: ANSWER_MAX_LENGTH,
    label: "Answer",
    multiline: true,
    needsVisible: true,
  }),
});
export type AnswerInput = z.output<typeof answerSchema>;
