// What a sign-in needs before it is worth sending (spec/1-console §5 "Login").

/** Whether both are filled in; a password may consist of spaces. */
export const mayTry = ({ username, password }: { readonly username: string; readonly password: string }): boolean =>
  username.trim() !== "" && password !== ""

/** The code as typed or pasted, without the spaces that people and apps put in it. */
export const tidyCode = (code: string): string => code.replace(/\s/g, "")

/** Whether there is a code to send. */
export const mayVerify = (code: string): boolean => tidyCode(code) !== ""
