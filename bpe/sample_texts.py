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

CHINESE = """\
傍晚下起雨來，雨不大，可是一直下，巷口的夜市還是照常營業。
賣雨衣的攤位生意最好，賣冰的攤位沒有人排隊，老闆坐在棚子下看雨。
我和妹妹撐著一把大傘，從捷運站慢慢走到夜市，鞋子都濕了。
妹妹說：「下雨天最適合喝熱湯，我們先去喝魚丸湯，好不好？」
賣魚丸湯的老闆認得我們，他笑著說：「下雨天還來夜市，你們真的很愛吃。」
魚丸又大又圓，喝一口熱湯，身體就暖和起來了。
喝完湯，我們去買蔥油餅，老闆問：「要不要加蛋？要不要加辣？」
妹妹要加蛋，不要加辣；我要加蛋，也要加辣。
蔥油餅剛起鍋，外皮酥酥的，裡面軟軟的，我們一邊走一邊吃。
旁邊的阿姨在賣水果，她說下雨天水果賣得慢，所以芭樂買一送一。
我們買了芭樂，又買了珍珠奶茶，一杯半糖少冰，一杯微糖去冰。
雨越下越大，大家都躲到棚子下，聽雨打在棚子上，滴滴答答。
妹妹問：「雨什麼時候會停呢？」我說：「等我們吃飽，雨就停了。」
後來雨真的慢慢變小，路燈照著濕濕的路面，整個夜市亮晶晶的。
我們撐著大傘走回捷運站，手上還提著要給爸爸媽媽的蔥油餅。
妹妹說：「下次下雨天，我們還要來夜市。」"""

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
