import { encryptNotification, vapidHeaders } from "@block65/webcrypto-web-push";
import { expect, it } from "vitest";
import { makeVapidKeys } from "~/scripts/lib/ensure-secrets.mjs";
import {
  createBrowserKeys,
  decryptPush,
  fromBase64Url,
  readVapid,
} from "../../support/decrypt-push";

/** RFC 8291 §5 and appendix A. */
const RFC = {
  keys: {
    p256dh:
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
    d: "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
  },
  body: "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  text: "When I grow up, I want to be a watermelon",
};

it("the decryptor reads the RFC's own message and refuses a changed one", async () => {
  const body = fromBase64Url(RFC.body);
  expect(await decryptPush(body, RFC.keys)).toBe(RFC.text);
  const changed = body.slice();
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  await expect(decryptPush(changed, RFC.keys)).rejects.toThrow();
});

// The library draws the salt and the key at random, so its output can't be compared with the RFC's bytes. Instead the
// decryptor, which the test above verifies, reads the output.
it("an encrypted notification is read by its own browser and by no other", async () => {
  const [keys, other] = [await createBrowserKeys(), await createBrowserKeys()];
  const subscription = { endpoint: "https://push.example/", expirationTime: null, keys };
  const text = `{"title":"Renée 🌙 wrote to you"}${"x".repeat(3_900)}`;
  const body = await encryptNotification(subscription, new TextEncoder().encode(text));
  expect(await decryptPush(body, keys)).toBe(text);
  await expect(decryptPush(body, other)).rejects.toThrow();
  const rfc = { ...subscription, keys: RFC.keys };
  expect(
    await decryptPush(await encryptNotification(rfc, new TextEncoder().encode("short")), RFC.keys),
  ).toBe("short");
  // All bodies have the same length, so the length reveals nothing about the text.
  expect(body.length).toBe(4_096);
});

it("a VAPID header is signed with the keys that npm start makes, and expires within 24 hours", async () => {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = makeVapidKeys();
  const keys = await createBrowserKeys();
  const { headers } = await vapidHeaders(
    { endpoint: "https://fcm.googleapis.com/fcm/send/x", expirationTime: null, keys },
    { subject: "mailto:support@happenstance.example", publicKey, privateKey },
  );
  const claims = await readVapid(headers.authorization);
  expect(claims).toMatchObject({
    key: publicKey,
    aud: "https://fcm.googleapis.com",
    sub: "mailto:support@happenstance.example",
  });
  // RFC 8292 §2: at most 24 hours.
  const hours = (claims.exp - Date.now() / 1000) / 3600;
  expect(hours).toBeGreaterThan(0);
  expect(hours).toBeLessThanOrEqual(24);
});
