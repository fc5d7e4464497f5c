import { expect, it } from "vitest";
import { isLoopback, networkOf } from "~/core/accounts/limit-windows";

it("isLoopback is true for the machine's own addresses, and false for addresses that only resemble them", () => {
  for (const own of ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "localhost"]) {
    expect([own, isLoopback(own)]).toEqual([own, true]);
  }
  for (const other of [
    "128.0.0.1",
    "1.127.0.0",
    "::2",
    "::11",
    "10.0.0.1",
    "localhost.example",
    "",
  ]) {
    expect([other, isLoopback(other)]).toEqual([other, false]);
  }
});

it("networkOf returns the same name for all IPv6 addresses of one /64, in any notation", () => {
  for (const [address, network] of [
    ["203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:db8::9", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
  ] as const) {
    expect([address, networkOf(address)]).toEqual([address, network]);
  }
});
