import { expect, test } from 'vitest'
import { formatPhone, isPhone, phoneError } from './phone.ts'

test.each(['+7 (495) 730-15-20', '8 495 730-15-20', '84957301520', '7(495)7301520', '495 730 15 20', '+74957301520'])(
  '[V.8] %s is formatted as +7 (495) 730-15-20',
  (typed) => {
    expect(formatPhone(typed)).toBe('+7 (495) 730-15-20')
    expect(phoneError(formatPhone(typed))).toBeUndefined()
  },
)

test('[V.8] only numbers of the form +7 (XXX) XXX-XX-XX are accepted', () => {
  for (const wrong of [
    '+7 (495) 730-15-2',
    '+7 495 730-15-20',
    '8 (495) 730-15-20',
    '+7 (495) 730-15-200',
    ' +7 (495) 730-15-20',
  ])
    expect(isPhone(wrong), wrong).toBe(false)
})

test('[V.8] the error of an invalid phone says what is missing', () => {
  expect(phoneError(' ')).toBe('Укажите телефон')
  expect(phoneError('+7 (495) 730-15-')).toBe('Не хватает двух цифр')
  expect(phoneError('+7 (495) 730-15-2')).toBe('Не хватает одной цифры')
  expect(phoneError('+7 (495) 730-15-200')).toBe('Лишние цифры: после +7 их десять')
  expect(phoneError('8 495 730-15')).toBe('Не хватает двух цифр')
  expect(phoneError('нет')).toBe('Укажите телефон в виде +7 (XXX) XXX-XX-XX')
  expect(phoneError(formatPhone('495 730-15-20 доб. 3'))).toBe('Лишние цифры: после +7 их десять')
})
