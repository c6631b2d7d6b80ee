package search_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/search"
)

func everything(int) bool { return true }

func titled(titles ...string) []search.Entry {
	entries := make([]search.Entry, len(titles))
	for i, title := range titles {
		entries[i].Titles = []string{title}
	}
	return entries
}

func TestMeant_TypingError_IsCorrected(t *testing.T) {
	x := search.NewIndex([]search.Entry{
		{Titles: []string{"Recharge", "شحن الرصيد"}}, {Titles: []string{"Roaming rates", "أسعار التجوال"}}, {Titles: []string{"اطلب شريحة إلكترونية"}}, {Texts: []string{"a rechargeable modem"}},
	}, [][]string{{"roaming", "رومينج"}})
	for query, want := range map[string]string{
		"rekharge":                      "Recharge",
		"Rekharge my line":              "Recharge my line",
		"روميج":                         "رومينج",
		"اسعار التجووال":                "اسعار التجوال",
		"الكترونيهه":                    "إلكترونية",
		"recharge":                      "",
		"rechar":                        "", // the beginning of a word
		"وشحن":                          "",
		"roam":                          "",
		"roaming recharge":              "",
		"the of":                        "",
		"zzqxv":                         "",
		"57777":                         "",
		"!?.":                           "",
		"":                              "",
		strings.Repeat("x", 5000):       "",
		strings.Repeat("rekharge ", 17): "",
	} {
		require.Equal(t, want, x.Meant(query), query)
	}
}

func TestFind_ArabicSpellings_Match(t *testing.T) {
	x := search.NewIndex([]search.Entry{{Titles: []string{"اطلب شريحة إلكترونية"}, Texts: []string{"أرقامٌ من فئة ٧٧٧ حتى ۹۰ يومًا"}}}, nil)
	for _, query := range []string{
		"شريحة", "شريحه", "الشريحة", "إلكترونية", "الكترونيه", "أِلِكْتُرونيّة", "شـــريحة", "ارقام", "أرقام", "٧٧٧", "777", "۷۷۷", "90", "٩٠",
		"حتي", "  شريحة \u200f الكترونية ", "الکترونیة", "شريحتي", "بالشريحة", "وشريحة", "للشريحة", "شريحتين",
	} {
		require.Len(t, x.Find(query, everything).At, 1, query)
	}
	for _, query := range []string{"قلم", "778", "هاتف مفقود", "شر"} {
		require.Empty(t, x.Find(query, everything).At, query)
	}
}

func TestFind_TitleMatch_ComesFirst(t *testing.T) {
	x := search.NewIndex([]search.Entry{
		{Titles: []string{"Card"}, Texts: []string{"This has a voucher."}},
		{Titles: []string{"Scratch"}, Also: []string{"voucher"}},
		{Titles: []string{"Recharge with a voucher"}},
		{Titles: []string{"Voucher"}},
		{Titles: []string{"Terms"}},
	}, nil)
	require.Equal(t, []int{3, 2, 1, 0}, x.Find("vouchers", everything).At)
}

func TestFind_AllWords_ComeFirst(t *testing.T) {
	x := search.NewIndex(titled("Order a SIM", "Order a plan", "Replace a SIM"), nil)
	require.Equal(t, 2, x.Find("replace sim", everything).At[0])
	require.Equal(t, []int{1}, x.Find("order sim plan", func(at int) bool { return at == 1 }).At, "two words of three are enough")
	require.Empty(t, x.Find("order a car for my wife", everything).At, "one of three words is not enough")
}

func TestFind_TypingError_Matches(t *testing.T) {
	x := search.NewIndex(titled("Recharge", "Discharge", "Activation", "الباقات", "Hawakom 130", "Data"), nil)
	tests := map[string][]int{
		"recharge": {0}, "rechrge": {0}, "rehcarge": {0}, "recharging": {0}, "rechar": {0}, "actvaton": {2}, "باقتت": {3}, "الباقاات": {3},
		"hawakm 130": {4}, "hawakom 131": {4}, "131": nil, "dta": nil, "rechxxxx": nil, "activate": {2},
	}
	for query, want := range tests {
		require.Equal(t, want, x.Find(query, everything).At, query)
	}
}

func TestFind_Synonym_MatchesBothLanguages(t *testing.T) {
	synonyms := [][]string{{"sim", "شريحة", "سيم"}, {"esim", "e sim", "شريحة إلكترونية", "اي سيم"}, {"recharge", "top up", "شحن"}}
	x := search.NewIndex(titled("Order a SIM", "Order an eSIM", "اطلب شريحة إلكترونية", "إعادة الشحن"), synonyms)
	for query, want := range map[string]int{
		"شريحه": 0, "esim": 1, "e-sim": 1, "top-up": 3, "اي سيم": 1, "شريحة الكترونيه": 2, "اشحن": 3,
	} {
		found := x.Find(query, everything).At
		require.NotEmpty(t, found, query)
		require.Contains(t, found[:min(2, len(found))], want, query)
	}
}

func TestFind_JoinedWords_AreSplit(t *testing.T) {
	x := search.NewIndex(titled("Replace a card", "Recharge", "Terms"), nil)
	require.Equal(t, []int{0}, x.Find("replacecard", everything).At)
	require.Equal(t, []int{1}, x.Find("re charge", everything).At)
}

func TestFind_FillerWords_AreIgnored(t *testing.T) {
	x := search.NewIndex(titled("Order", "Plans", "الباقات"), nil)
	require.Equal(t, []int{1}, x.Find("how can I get your plans please", everything).At)
	require.Equal(t, []int{2}, x.Find("ابي اعرف وش الباقات لو سمحت", everything).At)
	require.Empty(t, x.Find("of the", everything).At)
}

func TestFind_HostileQuery_IsOnlyWords(t *testing.T) {
	x := search.NewIndex([]search.Entry{{Titles: []string{"Terms"}, Texts: []string{"100% yours"}}}, nil)
	for _, query := range []string{
		"%", "_", "' OR 1=1 --", `\`, "<script>alert(1)</script>", "*", "(((", ".*", "\u202e", " ", "", strings.Repeat("ﷺ", 100), "\xff\xfe",
	} {
		require.Empty(t, x.Find(query, everything).At, query)
	}
	require.Len(t, x.Find("100%", everything).At, 1)
}

// large returns an index of that many entries, each with its own words.
func large(entries int) *search.Index {
	all := make([]search.Entry, entries)
	for i := range all {
		word := func(n int) string {
			return fmt.Sprintf("%c%c%c%c%c%c", 'a'+n%26, 'a'+n/26%26, 'a'+n/676%26, 'b'+n%7, 'c'+n%11, 'd'+n%5)
		}
		all[i] = search.Entry{Titles: []string{word(i) + " " + word(i*7)}, Texts: []string{word(i*13) + " " + word(i*17) + " plan of a month"}}
	}
	return search.NewIndex(all, [][]string{{"plan", "باقة"}})
}

func TestFind_FiveThousandEntries_IsFast(t *testing.T) {
	x := large(5_000)
	started := time.Now()
	for _, query := range []string{"plan of a month", strings.Repeat("zxqwvbn ", 1_250), strings.Repeat("ab ", 3_000), strings.Repeat("x", 10_000)} {
		x.Find(query, everything)
	}
	require.Less(t, time.Since(started), 2*time.Second, "the worst that ten thousand letters can ask for")
}

func BenchmarkFind(b *testing.B) {
	x := large(5_000)
	for name, query := range map[string]string{"common": "plan of a month", "misspelt": "zxqwvbn yhgtrfd wsdcvgb"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				x.Find(query, everything)
			}
		})
	}
}

func FuzzFind(f *testing.F) {
	for _, query := range []string{"شريحة", "a", "ﷺ", "\u0301", "ال", "\xff", "وال", "e sim", "topup", "1⁄2"} {
		f.Add(query, "شريحة إلكترونية")
	}
	f.Fuzz(func(t *testing.T, query, title string) {
		x := search.NewIndex([]search.Entry{{Titles: []string{title, "Top up"}}, {Texts: []string{query}}}, [][]string{{"top up", query, "شحن"}, {title, query}})
		found := x.Find(query, everything)
		require.LessOrEqual(t, len(found.At), 2)
		for _, word := range found.MatchedWords(title + " " + query) {
			require.Contains(t, title+" "+query, word)
		}
	})
}
