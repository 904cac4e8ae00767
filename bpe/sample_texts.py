"""Sample texts written for this project. Each line is a document.

They are far too short to represent their languages.
"""

ENGLISH = """\
The market in our small town opens early, and the baker is always the earliest. Long before \
the others are walking up the hill, she is baking bread, brown bread and white bread. Her oven \
is the warmest place in town, warmer than the kitchen of the lighthouse keeper, and the \
lighthouse keeper's cat knows it.
The cat is an old cat, older than the oldest boat in the harbour, and slower than the slowest \
snail. Every market day the cat walks down from the lighthouse, unseen and unhurried, and \
waits under the baker's table. The baker pretends that the cat is unwelcome. The cat pretends \
that the baker is unkind. Then the baker drops a small piece of warm bread, and both of them \
look the other way.
Soon the other sellers are opening their stalls. The farmer unloads his wagon, unpacks the \
apples and reloads the empty boxes. The painter unrolls her pictures and rerolls the longest. \
The clock mender winds the clocks and rewinds the slowest. The fisher brings the freshest \
fish, and the cat is waiting there too, looking older, smaller and hungrier than before.
Last week the market was at its loudest. Sellers called, and buyers counted and recounted \
their coins. Some wanted bread and walked home with apples; some wanted apples and walked home \
with a painted clock. The tallest farmer helped the smallest child to reach the highest shelf. \
Nobody hurried, and nobody was unhappy.
When the light is lower and the shadows are longer, the sellers are closing their stalls. The \
farmer repacks the apples, and the baker unties her apron and retells the oldest story in \
town. The lighthouse keeper is calling, and the cat, the best fed cat on the hill, walks home \
slower than ever. Then the keeper lights the lamp. The light goes out over the harbour, \
turning and returning, and the small town is sleeping."""

# Chinese is written without these spaces. They separate the words, as people would split them.
CHINESE_WORDS = """\
傍晚 下 起 雨 來 ， 雨 不 大 ， 可是 一直 下 ， 巷口 的 夜市 還是 照常 營業 。
賣 雨衣 的 攤位 生意 最 好 ， 賣 冰 的 攤位 沒有 人 排隊 ， 老闆 坐 在 棚子 下 看 雨 。
我 和 妹妹 撐 著 一 把 大 傘 ， 從 捷運站 慢慢 走到 夜市 ， 鞋子 都 濕 了 。
妹妹 說 ： 「 下雨天 最 適合 喝 熱湯 ， 我們 先 去 喝 魚丸湯 ， 好 不 好 ？ 」
賣 魚丸湯 的 老闆 認得 我們 ， 他 笑 著 說 ： 「 下雨天 還 來 夜市 ， 你們 真的 很 愛 吃 。 」
魚丸 又 大 又 圓 ， 喝 一 口 熱湯 ， 身體 就 暖和 起來 了 。
喝 完 湯 ， 我們 去 買 蔥油餅 ， 老闆 問 ： 「 要 不 要 加 蛋 ？ 要 不 要 加 辣 ？ 」
妹妹 要 加 蛋 ， 不 要 加 辣 ； 我 要 加 蛋 ， 也 要 加 辣 。
蔥油餅 剛 起鍋 ， 外皮 酥酥的 ， 裡面 軟軟的 ， 我們 一邊 走 一邊 吃 。
旁邊 的 阿姨 在 賣 水果 ， 她 說 下雨天 水果 賣 得 慢 ， 所以 芭樂 買 一 送 一 。
我們 買 了 芭樂 ， 又 買 了 珍珠奶茶 ， 一 杯 半糖 少冰 ， 一 杯 微糖 去冰 。
雨 越 下 越 大 ， 大家 都 躲到 棚子 下 ， 聽 雨 打 在 棚子 上 ， 滴滴答答 。
妹妹 問 ： 「 雨 什麼 時候 會 停 呢 ？ 」 我 說 ： 「 等 我們 吃飽 ， 雨 就 停 了 。 」
後來 雨 真的 慢慢 變小 ， 路燈 照 著 濕濕的 路面 ， 整 個 夜市 亮晶晶的 。
我們 撐 著 大 傘 走回 捷運站 ， 手 上 還 提 著 要 給 爸爸 媽媽 的 蔥油餅 。
妹妹 說 ： 「 下次 下雨天 ， 我們 還 要 來 夜市 。 」"""

CHINESE = CHINESE_WORDS.replace(" ", "")

KOREAN = """\
저는 토요일마다 동생과 함께 동네 도서관에 가요.
도서관은 집에서 멀지 않아서 우리는 늘 걸어가요.
도서관 앞에는 큰 은행나무가 있고, 은행나무 아래에는 작은 의자가 있어요.
날씨가 좋으면 사람들이 의자에 앉아서 책을 읽어요.
도서관에 들어가면 우리는 먼저 사서 선생님께 인사를 해요.
사서 선생님은 친절하시고, 우리가 좋아하는 책을 잘 아세요.
동생은 동물이 나오는 책을 좋아하고, 저는 바다가 나오는 책을 좋아해요.
지난 토요일에는 동생이 고양이 책을 읽고 싶어 했어요.
그런데 고양이 책은 벌써 다른 사람이 빌려 갔어요.
동생은 조금 아쉬워했지만, 강아지 책을 찾아서 읽었어요.
저는 창가에 앉아서 고래가 나오는 책을 읽었어요.
고래는 바다에서 살지만 물고기가 아니에요.
고래는 숨을 쉬려고 물 위로 올라와요.
책을 읽다가 모르는 말이 나오면 저는 사전에서 찾아봐요.
사전에서 찾은 말은 공책에 써요.
점심때가 되면 우리는 도서관 식당에서 김밥을 먹어요.
김밥을 먹고 나서 우리는 다시 책을 읽어요.
오후에는 어린이들이 모여서 이야기를 들어요.
사서 선생님께서 이야기를 읽어 주시면 어린이들은 조용히 들어요.
이야기가 끝나면 어린이들은 그림을 그리고, 그 그림을 벽에 붙여요.
집에 가기 전에 우리는 책을 다섯 권 빌려요.
빌린 책은 두 주 동안 집에서 읽을 수 있어요.
비가 오는 날에는 책이 젖지 않게 가방에 잘 넣어요.
집에 오면 동생은 어머니께 강아지 이야기를 들려 드려요.
저는 아버지께 고래 이야기를 들려 드려요.
저녁에는 온 가족이 거실에 모여서 책을 읽어요.
책을 읽고 나면 서로 이야기를 나눠요.
다음 토요일에도 우리는 도서관에 갈 거예요.
그때는 동생이 고양이 책을 빌릴 수 있으면 좋겠어요."""

ARABIC = """\
في قريتنا مدرسةٌ صغيرة، وبجانب المدرسة مكتبةٌ جميلة.
المكتبة قديمة، والكتب فيها كثيرة، كتبٌ كبيرة وكتبٌ صغيرة.
كلَّ صباحٍ يفتح أمين المكتبة الباب، ويرتّب الكتب على الرفوف.
ثم يجلس إلى مكتبه، ويكتب في دفترٍ كبير عنوان كل كتاب.
بعد الدرس يخرج الطلاب من المدرسة ويدخلون المكتبة.
يقرأ الطلاب الكتب، ويكتبون في دفاترهم ما تعلّموه.
تقول المعلّمة: «من يقرأ كل يوم يتعلّم كل يوم».
المعلّمة تحب القراءة، والطلاب يحبون القصص التي تقرؤها المعلّمة.
في الدرس الأول تقرأ المعلّمة قصة عن البحر، وفي الدرس الثاني يقرأ الطلاب قصة عن القمر.
سألت طالبةٌ صغيرة: «من كَتَبَ قصة البحر؟»
قالت المعلّمة: «هذه القصة كُتِبَتْ قرب البحر، وكاتبها يحب البحر».
قالت الطالبة: «أنا أيضًا أريد أن أكون كاتبة، وأريد أن أكتب كتابًا عن قريتنا».
فرحت المعلّمة، وأعطت الطالبة دفترًا جديدًا وقلمًا جديدًا.
جلست الطالبة في حديقة المكتبة تحت الشجرة الكبيرة، وبدأت تكتب.
كتبت عن السوق والبيوت، وعن البئر والشجرة، وعن الطريق الطويل إلى المدرسة.
وكتبت عن الخبّاز الذي يخبز الخبز، وعن البائع الذي يبيع التفاح في السوق.
وفي اليوم التالي وضعت الطالبة كتابها في المكتبة بين الكتب الكبيرة.
واليوم يدخل الطلاب المكتبة، ويسألون عن الكتاب الذي كتبته طالبةٌ من المدرسة."""

EMOJI = """\
Good morning everyone ☀️👋🏽
Good morning ☀️ did you sleep well 😴
Yes, thank you 😊 coffee first ☕
Coffee for me too ☕☕
Who is coming to the picnic today 🧺
We are coming 👨‍👩‍👧‍👦 all four of us
We are coming too 👩‍👧‍👦
Grandma is coming with her cake 👵🏽🎂
Her cake is the best ❤️❤️❤️
I love that cake ❤️🎂
What shall we bring 🤔
1️⃣ bread 🥖 2️⃣ cheese 🧀 3️⃣ apples 🍎
I can bring the bread 🥖👍🏽
I can bring the apples 🍎👍🏻
Then I will bring the cheese 🧀👍🏿
Thank you all 😊❤️
Does anyone have a ball ⚽
Yes, two balls ⚽⚽
We meet at bus stop 4️⃣ 🚌
Bus stop 4️⃣, got it 👍🏽
My brother is a cook now 👨🏽‍🍳
Tell him well done 👏🏽👏🏽👏🏽
My sister is a firefighter 👩🏿‍🚒
So cool 👩🏿‍🚒👏🏻
My aunt is a teacher, my uncle too 👩🏽‍🏫👨🏽‍🏫
I want to be an astronaut 👩🏻‍🚀🚀
I want to be a programmer 🧑🏿‍💻
And I want to be a doctor 👩🏽‍⚕️❤️
I want to sleep 😴😂
Ha ha, me too 😂😂
My cousin is in Japan 🇯🇵✈️
My cousin is in Brazil 🇧🇷✈️
Mine are in Kenya and Canada 🇰🇪🇨🇦
Who has been to Italy 🇮🇹
I have 👋🏻 the pizza was great 🇮🇹🍕
Pizza 🍕❤️
Next year we go to Japan 🇯🇵❤️
Is it raining at your place ☔
A little rain ☔ and now a rainbow 🌈
Rainbow here too 🌈💙💚💛
Here comes the sun ☀️🌈
So the picnic is on 🧺☀️
Running for the bus 🏃🏽‍♀️🚌
My dad is running too 🏃🏽‍♂️🚌😂
Wait for us 🏃🏽‍♀️🏃🏽‍♂️
The bus is waiting 🚌👍🏽
My knee hurts a little ❤️‍🩹
Get well soon ❤️‍🩹💛
Look, a black cat 🐈‍⬛
The black cat likes cheese 🐈‍⬛🧀😂
And my dog likes the cat 🐕❤️🐈‍⬛
We won 3️⃣ to 2️⃣ ⚽
Well played, everyone 👏🏽👏🏿👏🏻
Again next week ⚽👍🏿
The cake is gone 🎂😢
Grandma has one more cake 👵🏽🎂😂
Grandma, we love you ❤️❤️❤️
Family photo 👨‍👩‍👧‍👦📷
Our family photo 👩‍👧‍👦📷❤️
What a day ☀️🌈❤️
Good night everyone 🌙😴
Good night 👋🏽👋🏻👋🏿"""

CODE = '''\
"""A tiny lending library: books go out to readers and come back."""

from dataclasses import dataclass, field
from datetime import date, timedelta

LOAN_DAYS = 14
MAX_LOANS = 2


class LibraryError(Exception):
    """A request that the library has to refuse."""


@dataclass
class Book:
    """A book, and the day it is due while it is lent."""

    title: str
    due_date: date | None = None

    def is_late(self, today: date) -> bool:
        """Return whether the book should be back by now."""
        return self.due_date is not None and self.due_date < today


@dataclass
class Reader:
    """A reader, and the books the reader has at home."""

    name: str
    books: list[Book] = field(default_factory=list)


class Library:
    """All books and all readers, found by title and by name."""

    def __init__(self) -> None:
        self.books: dict[str, Book] = {}
        self.readers: dict[str, Reader] = {}

    def add_book(self, title: str) -> Book:
        """Add a book and return it."""
        self.books[title] = Book(title)
        return self.books[title]

    def add_reader(self, name: str) -> Reader:
        """Add a reader and return the reader."""
        self.readers[name] = Reader(name)
        return self.readers[name]

    def lend_book(self, title: str, name: str, today: date) -> date:
        """Lend a book to a reader and return the day it is due."""
        book = self.books[title]
        reader = self.readers[name]
        if book.due_date is not None:
            raise LibraryError(f"{title} is lent until {book.due_date}.")
        if len(reader.books) == MAX_LOANS:
            raise LibraryError(f"{name} has {MAX_LOANS} books already.")
        book.due_date = today + timedelta(days=LOAN_DAYS)
        reader.books.append(book)
        return book.due_date

    def return_book(self, title: str, name: str) -> None:
        """Take a book back from a reader."""
        book = self.books[title]
        reader = self.readers[name]
        if book not in reader.books:
            raise LibraryError(f"{name} does not have {title}.")
        book.due_date = None
        reader.books.remove(book)

    def late_books(self, today: date) -> list[Book]:
        """Return the books that should be back by now."""
        return [book for book in self.books.values() if book.is_late(today)]


def main() -> None:
    """Lend some books, and ask for the late ones."""
    today = date(2024, 3, 1)
    library = Library()
    library.add_reader("Mina")
    for title in ("The Green Boat", "The Slow Clock", "The Long Hill"):
        library.add_book(title)
        try:
            due_date = library.lend_book(title, "Mina", today)
            print(f"{title} is due on {due_date}.")
        except LibraryError as error:
            print(error)
    library.return_book("The Green Boat", "Mina")
    for book in library.late_books(today + timedelta(days=30)):
        print(f"{book.title} is late.")


if __name__ == "__main__":
    main()'''
