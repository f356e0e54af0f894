/** Whether it is one address, in any script: nothing that separates addresses, quotes them or ends a header. */
export const isOneAddress = (text: string): boolean =>
  /^[^\s\p{Cc}"'(),:;<>@[\]\\]+@[^\s\p{Cc}"'(),:;<>@[\]\\]+$/u.test(text);

/** A header's value, without whatever would begin another header. */
export const onOneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
