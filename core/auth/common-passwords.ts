/**
 * What everybody tries first: the most common passwords of six characters and more that recur
 * across published counts of leaked ones. Exact matches only; a longer list belongs to a service
 * that looks up hashes, which would tell a third party something.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
  000000 00000000 0987654321 101010 102030 111111 11111111 1111111111 112233 11223344 121212
  121314 123123 12312312 123123123 123321 1234567 12345678 123456789 1234567890 123456
  1234qwer 123654 123654789 123abc 123qwe 123qweasd 131313 142536 147258 147258369 159357
  159753 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 222222 232323 252525
  333333 444444 456789 555555 654321 666666 696969 741852 741852963 753951 777777 7777777
  789456 789456123 852456 87654321 888888 88888888 963852741 987654 987654321 999999 99999999
  a123456 a12345678 aa123456 aa12345678 aaaaaa abc123 asd123
  asdasd asdf1234 asdfgh asdfghjkl azerty baseball basketball batman charlie chocolate computer
  daniel donald dragon football freedom fuckyou google iloveyou jennifer jessica jordan
  killer letmein liverpool loveme lovely master michael monkey nicole p@ssw0rd passw0rd password
  password1 pokemon princess q1w2e3r4 qazwsx qazwsxedc qqww1122 qwe123 qwer1234 qwerty qwerty1
  qwerty12 qwerty123 qwertyuiop qwertz shadow sunshine superman trustno1 welcome
  welcome1 whatever zaq12wsx zxcvbn zxcvbnm
  `
    .trim()
    .split(/\s+/),
);
