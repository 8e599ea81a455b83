import { useDebouncedValue } from '@mantine/hooks'

const delayMs = 400

/** What was typed, once the typing pauses: a preview asks the server then, not at each key. The input is plain JSON. */
export function useSettled<Input extends object>(input: Input | undefined): Input | undefined {
  const [settled] = useDebouncedValue(JSON.stringify(input) as string | undefined, delayMs)
  return settled === undefined ? undefined : (JSON.parse(settled) as Input)
}
