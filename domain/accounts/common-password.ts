// Passwords that are guessed first: words that everyone uses, however they are dressed up (decisions U11).

/** Words at the core of the passwords that leaks hold most of, in the languages of our users. */
const words: ReadonlySet<string> = new Set(
  (
    "password passwort wachtwoord motdepasse contrasena contrasenya parola welcome welkom willkommen admin administrator " +
    "letmein login master qwerty qwertyuiop qwertz azerty azertyuiop asdfgh asdfghjkl zxcvbnm iloveyou monkey dragon sunshine " +
    "princess football baseball superman batman trustno changeme secret geheim default guest test testing user demo example " +
    "summer winter spring autumn zomer lente herfst sommer hello hallo bonjour freedom whatever starwars pokemon shadow " +
    "passphrase conversation conversationadmin correcthorsebatterystaple"
  ).split(" "),
)

const rows = ["abcdefghijklmnopqrstuvwxyz", "01234567890123456789", "qwertyuiop", "asdfghjkl", "zxcvbnm", "azertyuiop"]

/** No accepted password is longer (`passwordLength`), even counted in UTF-16 units. */
const longestSearched = 256

/** [U11] One character over and over, a run along the alphabet or the keyboard, or a common word with digits, signs and case around it. */
export const isCommonPassword = (password: string): boolean => {
  const plain = password.toLowerCase()
  // A longer one is refused for its length, and is not worth the search for what it repeats.
  if (plain === "" || plain.length > longestSearched) return false
  if (new Set(plain).size === 1) return true
  const inARow = repeated(plain)
  if (rows.some((row) => row.includes(inARow) || Array.from(row).reverse().join("").includes(inARow))) return true
  return [plain, undressed(plain)].some((it) => words.has(repeated(it.replace(/[^\p{L}]/gu, ""))))
}

const dress: Readonly<Record<string, string>> = { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", $: "s", "!": "i" }

/** Digits and signs at the end are an addition; within the word they stand for letters. */
const undressed = (text: string): string => text.replace(/[^\p{L}]+$/u, "").replace(/[0-9@$!]/g, (sign) => dress[sign] ?? sign)

/** What a text repeats (`abcabc` → `abc`), or the text itself. */
const repeated = (text: string): string => /^(.+?)\1+$/su.exec(text)?.[1] ?? text
