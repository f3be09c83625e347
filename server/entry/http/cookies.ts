/** The value of a cookie in a `Cookie` header; null where it is not there. */
export const cookieOf = (cookies: string, name: string): string | null =>
  cookies
    .split(/; */)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? null;
