/** Of 10 characters and more, as published lists and habits have them; written without a look at the rule. */
export const commonPasswords = [
  // Digits with a letter, letters with a digit.
  '123456789a', 'a123456789', '1234567890q', 'q1234567890', 'Aa123456789', 'Aa1234567890', 'Qq123456789', 'abc123456789', '123456789abc', 'asd123456789',
  'zxc123456789', '1234567890z', 'a1b2c3d4e5', 'a1b2c3d4e5f6', '1a2b3c4d5e', 'q1w2e3r4t5', 'q1w2e3r4t5y6', '1q2w3e4r5t6y', '123qwe123qwe', '123qweasdzxc',
  '123qwe456rty', 'qwe123asd456', 'asd123asd123', 'qwe123qwe123', 'zxc123zxc123', 'abc123abc123', 'qaz123wsx456', '1qazxsw23edc', '1qaz1qaz1qaz', 'aaa111bbb222',
  'a1a2a3a4a5', 'a123456789b', '12345qwert', 'qwert12345', '12345qwerty', '12345asdfg', '1111122222', '1234512345a', '987654321a', 'a987654321',
  '0123456789a', '11111aaaaa', 'aaaaa11111', '12341234qq', 'qq12341234', '1234qwer1234', 'qwer1234qwer', 'asdf1234asdf', '1234asdf1234', 'Asdf123456',
  // Keyboard walks.
  'qwertyuiop', 'qwertyuiop123', 'asdfghjkl123', 'zxcvbnm123', 'Zxcvbnm123!', 'qwertyuiop[]', 'qazwsxedcrfv', 'Qazwsx1234', 'qazwsx123456', '1qaz2wsx3edc4rfv',
  'qweasdzxc123', 'Qweasdzxc1', 'qwerasdfzxcv', 'poiuytrewq', 'mnbvcxz123', 'lkjhgfdsa1', 'wertyuiop1', 'zaq1zaq1zaq1', 'zaq1xsw2cde3', '!QAZ2wsx#EDC',
  '1234qwerasdf', 'qwertyasdfgh', 'asdfqwerzxcv', 'qwaszx123456', 'qazxswedcvfr', 'QWERTYqwerty', 'qwerty!@#$%', '!@#$%^&*()', 'qwe!@#qwe!@#', 'йцукенгшщзх',
  'йцукен123456', 'фывапролдж', 'ячсмитьбю123', 'йфяцычувс123', 'йцукенйцукен', 'фыва1234фыва', 'ЙЦУКЕН12345', 'йцуфывячс1', 'qwertyqwerty', '1йцукен2026',
  // English words and names.
  'tinkerbell', 'strawberry', 'manchester', 'christopher', 'playstation', 'sweetheart', 'basketball', 'butterfly1', 'elizabeth1', 'chocolate1',
  'liverpool1', 'manchester1', 'cristiano7', 'ronaldo777', 'motherfucker', 'fuckyou123', 'iloveyou12', 'iloveyou123', 'loveyou123', 'babygirl123',
  'princess123', 'sunshine123', 'football123', 'superman123', 'batman1234', 'pokemon1234', 'naruto1234', 'dragon12345', 'master12345', 'monkey12345',
  'shadow12345', 'michael123', 'jessica123', 'jennifer12', 'alexander1', 'alexander123', 'nicholas123', 'elizabeth', 'changeme123', 'Welcome123!',
  'Passw0rd123', 'P@ssword123', 'password1!', 'Password01!', 'mypassword1', 'passwordpass', 'letmein123!', 'secret12345', 'computer123', 'internet123',
  'samsung123', 'starwars123', 'blink182blink', 'metallica1', 'nirvana1994', 'linkinpark', 'spongebob1', 'harrypotter', 'winniethepooh', 'chelsea1905',
  'Summer2026!', 'Winter2025!', 'Spring2026!', 'January2026', 'September25', 'Monday2026!', 'England2026', 'newyork2026', 'california1', 'washington1',
  'australia1', 'volkswagen1', 'Mercedes2026', 'Lamborghini', 'motorola123', 'blackberry', 'thunderbird', 'watermelon', 'strawberry1', 'cinderella',
  'Snowflake1', 'fisherman1', 'Barcelona10', 'Juventus1897', 'administrator', 'Admin12345!', 'root123456', 'testtest123', 'test123456', 'guest12345',
  // Russian words, names and cities, in their letters, in Latin ones and by the other layout.
  'Екатеринбург', 'Новосибирск2026', 'Снеговик2026', 'Владивосток1', 'Калининград', 'Краснодар2025', 'Ростовнадону', 'нижнийновгород', 'Челябинск74', 'Петербург2026',
  'Ярославль2026', 'Красноярск24', 'Архангельск', 'Севастополь1', 'Хабаровск27', 'Владимир1985', 'Александр1990', 'Анастасия2000', 'Екатерина1991', 'Константин1',
  'Валентина1960', 'Светлана1975', 'максимка2010', 'настенька123', 'любимаямама', 'любимыймуж', 'ялюблютебя', 'солнышко123', 'котёночек1', 'зайчонок2026',
  'медвежонок', 'одуванчик1', 'ромашка2026', 'подсолнух1', 'Колокольчик1', 'Мандарин2026', 'картошка123', 'Апельсин2026', 'клубничка1', 'шоколадка1',
  'велосипед1', 'телевизор1', 'компьютер1', 'автомобиль1', 'холодильник', 'директор2026', 'бухгалтерия1', 'склад123456', 'Менеджер2026', 'кладовщик1',
  'Спартак1922', 'зенитчемпион', 'локомотив1', 'динамомосква', 'Россия2026!', 'москва2026!', 'пароль2026!', 'парольпароль', 'мойпароль1', 'секретный1',
  'ekaterinburg', 'Novosibirsk2026', 'snegovik2026', 'vladivostok1', 'kaliningrad1', 'krasnodar2025', 'chelyabinsk', 'krasnoyarsk', 'petersburg2026', 'yaroslavl76',
  'aleksandr1990', 'anastasiya2000', 'ekaterina1991', 'konstantin1', 'svetlana1975', 'vladimir1985', 'solnishko1', 'lubimaya123', 'parolparol1', 'privet12345',
  'director2026', 'buhgalter1', 'kompyuter1', 'shokoladka1', 'spartak1922', 'rossiya2026', 'moskva2026!', 'zvezda2026!', 'Cytujdbr2026', 'Yjdjcb,bhcr',
  'fktrcfylh1990', 'ghbdtnghbdtn', 'rjvgm.nth', 'ctrhtnysq1', 'gfhjkmgfhjkm', 'vjcrdf2026!', 'cjkysirj123', '.,bvfzvfvf',
  // Dates and telephone numbers with a letter; repeated pieces.
  'a01011990a', '01011990qq', 'q12121980q', '31.12.1999a', 'a89161234567', '+79161234567a', 'abcdefghijk', 'abcdabcdabcd', 'xyzxyzxyzxyz', 'aabbccddeeff',
  '1122334455a', '112233445566q', 'aaaaaaaaaa1', 'zzzzzzzzzzzz', 'lolololololo', '777777777a', '666satan666', 'qwerty777777', 'love12345678', 'hello123456',
] as const

export const goodPasswords = [
  // Phrases.
  'correct horse battery staple', 'correct horse battery', 'seven lamps over the quiet harbour', 'my kettle sings in B flat', 'paint drying on Tuesday walls', 'brass.nail.velvet.orbit',
  'nineteen-crows-and-a-ladder', 'under the third birch tree', 'lighthouse soup kangaroo', 'Trumpet&Violin83', 'Umbrella/Gravel-52', 'violet gearbox pancake',
  'the goat ate my second invoice', 'cardboard satellite mitten', 'Ninety Wooden Ducks Sleep', 'plaster-thimble-rocket', 'who moved the purple crane?', 'half a bucket of verbs',
  'закат-над-Волгой-71', 'девять синих тракторов', 'ёжик купил паяльник и ушёл', 'кран на третьем складе капает', 'семь вёсел лежат у сарая', 'бобёр читает накладную вслух',
  'утром чайник поёт басом', 'гвозди любят тишину, саморезы нет', 'медный таз и две шестерни', 'Паровоз-Кефир-Гитара', 'верблюд.кисель.антенна', 'Тётя Глаша чинит вертолёт',
  'кривая сосна за котельной', 'не забыть полить кактус в четверг', 'вторая полка, синяя коробка', 'шмель застрял в форточке', 'лопата плывёт по Каме', 'двадцать три рулона рубероида',
  'борщ остыл, чертёж готов', 'на балконе живёт гармонист', 'Скворец&Редуктор&Пломбир', 'ветер унёс мою смету', 'сверло по имени Аркадий', 'пять вагонов ваты', 'молоток спит под ёлкой',
  'Зебра! Ключ! Половник!', 'рыжий экскаватор грустит', 'кто съел второй огнетушитель',
  // Random.
  'xK9#mQ2$vL5', 'Vt7-pLq2-Rz9w', 'gR4kzw0Qe8mJ', 'u8Fh_2pXq-LwZ3', 'hB!7rq%Tm2sW', '9dKw-3mXv-7pQz', 'Zk3vPq8nTb', 'tW5$gk9@Lzx', 'bq7Rt2mXz9Lp', 'kf83hzq0vw2m', 'щ7Лр-4кЭв9Ю', 'Жп5#дТ8ыЦм2',
  'fjw8q-xkr2v-mtz5', 'OVuGq3hXbP7zKd1t', 'w2Yp!tQx6cMv',
  // Made by a rule of one's own.
  'MdU2lsN!kgvS7', 'Нд3сВч!пТл8ш', 'jbV7ggl.Tzr2', 'Tvh8-oder-Qpx3', 'kitchen=42*Wrench+Fog',
] as const
