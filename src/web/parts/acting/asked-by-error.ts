import { askedByLength, tidyAskedBy } from '#shared/rules/parties/acting.ts'

/** The field's error; undefined if the text says who asked. */
export function askedByError(text: string): string | undefined {
  return tidyAskedBy(text).length < askedByLength.min
    ? 'Напишите, кто попросил и как: звонок, письмо, встреча'
    : undefined
}
