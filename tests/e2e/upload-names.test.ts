import { expect, type Locator, type Page } from '@playwright/test'
import { getBasketData } from '#shared/api/basket.ts'
import { call } from '#web/api/client.ts'
import { contracts, expectAccessible, isPhone, signInAs, startWithEmptyBasket, test } from './support.ts'
import { expectFocus, expectFullyVisible, reviewBar, reviewRows } from './upload-support.ts'

/** A chat message with 25 goods, none by its article. */
const message = `Добрый день! Это Вектор, прораб Саша
Запишите на завтра плиз:

электроды мр-3с 3мм ресанта - 10 кг
круг отрезной 125х1,6 луга сто штук
перчатки хб 4 нити с пвх волной 300 пар
диск алмазн. сегмент 125 зубр 2шт, диск пильный по дереву 235х30 z64 - 3 шт, изолента синяя иэк 19х20 - 20 шт
свёрла по метал. 4мм зубр - десять штук
лампа светодиодная груша 7вт е27 холодная - 30шт
кабель ввг нг лс 3х2.5 — 100 м
кирпич керамический рабочий 500шт
автомат 2п 20а иэк -12 шт
уголок 45 гр полипропилен 50мм - 10
сапоги эва барс с утеплителем - две пары
костюм летний мастер 5 шт
ботинки трейл зимние жел.носок - 4 пары
макита ddf485 шуруповерт 1шт
молоток 600 гр фибергласс сибртех - 6 шт
рулетка 5м х 19 матрикс 12 шт
кран шаровый 3/4 валтек бабочка - пять шт
сифон для поддона 1 1/2 ани пласт - 5шт
краги спилковые утеплен. 35см - 6 пар
труба пнд гофра 32 черная с зондом - 100м
саморезы кровельные 4,8х35 коричнев. - 250 шт
розетка двойная с заземл. антрацит тдм 10 шт
жилет сигнальн. оранж 2 шт
спасибо! счёт на почту, тел 8 916 123-45-67`

/** Goods proposed for names that identify one of several. */
const proposals: readonly (readonly [words: string, header: string])[] = [
  ['лампа', 'E27 6500 К'],
  ['саморезы', 'RAL 8017'],
  ['алмазн', 'Диск алмазный сегментный 125'],
  ['рулетка', 'Рулетка 5 м × 19 мм'],
  ['электроды', 'Электроды МР-3С ⌀ 3,0 мм'],
  ['свёрла', 'Сверло по металлу 4,0'],
  ['изолента', 'Изолента ПВХ 19 мм × 20 м, Синий IEK'],
  ['автомат', 'Выключатель автоматический 2P 20 А'],
  ['молоток', 'рукоятка фибергласс Сибртех'],
  ['бабочка', 'бабочка Valtec'],
  ['антрацит', 'двойная с заземлением, Антрацит TDM ELECTRIC'],
  ['волной', 'с ПВХ волной'],
  ['зондом', 'ПНД 32 мм с зондом, Чёрный'],
]
/** Goods of another brand than requested: they are not accepted with the others. */
const ofOtherBrands = ['алмазн', 'рулетка', 'свёрла']
const goodsInMessage = 25
const maxActions = 20

test(
  '[P.5] 25 product names from a chat are added or skipped in at most 20 actions, by keyboard only',
  { tag: '@phone' },
  async ({ page }) => {
    const send = await signInAs(page, 'owner')
    // Confirmed matches of a contragent are remembered.
    if (isPhone()) await startWithEmptyBasket(send, contracts.deferred)
    const actions: string[] = []
    const press = async (key: string, why: string) => {
      await page.keyboard.press(key)
      actions.push(`${key}: ${why}`)
      await expectFocus(page, why)
    }
    await page.goto('/upload')
    await page.getByRole('textbox', { name: 'Строки из таблицы' }).fill(message)
    await page.getByRole('button', { name: 'Разобрать' }).focus()
    await press('Enter', 'reading the message')
    await expect(page.getByRole('heading', { name: 'Вставленные строки' })).toBeVisible()
    await expectFocus(page, 'the message is read')
    await expect(page.getByRole('button', { name: `Все ${goodsInMessage}` })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Строки файла, которые не вошли в проверку' })).toContainText(
      'Добрый день',
    )
    await expectFullyVisible(page)
    await expectAccessible(page)
    const screws = await reach(page, 'саморезы')
    await screws.getByRole('button', { name: /Заменить товар$/ }).click()
    await expect(page.getByRole('dialog', { name: 'Выберите товар' }).getByRole('option').first()).toBeVisible()
    await expectFullyVisible(page)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    for (const [words, header] of proposals)
      await expect(await reach(page, words), `proposed for ${words}`).toContainText(header)

    // Goods not in the catalogue are skipped, and so is the suit, which is out of stock in all sizes.
    for (const name of ['кирпич', 'костюм']) {
      const left = await reach(page, name)
      await left.getByRole('button', { name: /^Не заказывать/ }).focus()
      await press('Enter', `leaving out: ${name}`)
      await expect(left).toContainText('Исключён')
    }
    // A similar good is named in full and accepted with one key.
    const drill = await reach(page, 'макита')
    await drill.getByRole('button', { name: /^Взять: .*DDF453SYE/ }).focus()
    await press('Enter', 'taking the drill that is in stock')
    await expect(drill).toContainText('Исправлен')
    for (const [name, size] of [
      ['сапоги', '43'],
      ['ботинки', '43'],
      ['жилет', 'L-XL'],
    ] as const) {
      const choices = (await reach(page, name)).getByRole('group', { name: /выберите$/ })
      await choices.getByRole('button', { name: new RegExp(`^${size},`) }).focus()
      await press('Enter', `choosing a size: ${name}`)
      await expect(choices).toHaveCount(0)
    }

    // The most likely good is preselected; ↓ shows the next one.
    const rods = await reach(page, 'электроды')
    await rods.getByRole('button', { name: /^Принять/ }).focus()
    const first = await rods.getByRole('button', { name: /Заменить товар$/ }).textContent()
    await press('ArrowDown', 'the next electrodes')
    await expect(rods.getByRole('button', { name: /Заменить товар$/ })).not.toHaveText(first ?? '')
    await expect(rods).toContainText(/2 из \d/)
    await press('ArrowUp', 'the electrodes before')
    await expect(rods.getByRole('button', { name: /Заменить товар$/ })).toHaveText(first ?? '')
    await press('Enter', 'accepting the electrodes')
    await expect(rods).toContainText('Исправлен')
    await expect(page.locator('[data-open]:focus'), 'the next open row').toHaveCount(1)

    for (const words of ofOtherBrands) {
      const row = await reach(page, words)
      await row.getByRole('button', { name: /^Принять/ }).focus()
      await press('Enter', `accepting another brand: ${words}`)
      await expect(row).toContainText('Исправлен')
    }
    await page.getByRole('button', { name: /^Принять все предложенные/ }).focus()
    await press('Enter', 'accepting all that is proposed')
    await expect(reviewBar(page)).toContainText('23 строки войдут в корзину')
    await expect(reviewBar(page)).toContainText('2 строки останутся')
    await expectAccessible(page)
    await press('Control+Enter', 'into the basket')
    await expect(page).toHaveURL(/\/cart$/)
    expect((await call(getBasketData, {}, { send })).count.products).toBe(23)
    expect(actions.length, actions.join('\n')).toBeLessThanOrEqual(maxActions)
  },
)

/** Only visible rows are rendered: scrolls to the row. */
async function reach(page: Page, text: string): Promise<Locator> {
  const row = reviewRows(page).filter({ hasText: text })
  // The list renders visible rows: a row may disappear while rows above it get their heights.
  await expect(async () => {
    for (let top = 0; top < 10_000 && (await row.count()) === 0; top += 300) {
      await page.locator('#main').evaluate((element, to) => element.scrollTo(0, to), top)
      await page.waitForTimeout(30)
    }
    await row.scrollIntoViewIfNeeded({ timeout: 1000 })
  }).toPass({ timeout: 20_000 })
  return row
}
