package site_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/site"
)

func titles(finds []site.Find) []string {
	found := []string{}
	for _, find := range finds {
		found = append(found, find.Title)
	}
	return found
}

func TestSearch_FindsArabicHoweverItIsWritten(t *testing.T) {
	pages := []site.Find{{Title: "اطلب شريحة إلكترونية", Texts: []string{"أرقامٌ من فئة ٧٧٧ حتى ۹۰ يومًا"}}}
	for _, query := range []string{
		"شريحة", "شريحه", "الشريحة", "إلكترونية", "الكترونيه", "أِلِكْتُرونيّة", "شـــريحة", "ارقام", "أرقام", "٧٧٧", "777", "۷۷۷", "90", "٩٠",
		"حتي", "  شريحة \u200f الكترونية ", "الکترونیة",
	} {
		require.Len(t, site.Search(query, pages), 1, query)
	}
	for _, query := range []string{"شريط", "778", "شريحة مفقودة"} {
		require.Empty(t, site.Search(query, pages), query)
	}
}

func TestSearch_PutsTheBestFirst(t *testing.T) {
	pages := []site.Find{
		{Title: "Activate", Texts: []string{"Order a SIM first."}},
		{Title: "A SIM in order"},
		{Title: "Order a SIM"},
		{Title: "Order an eSIM", Texts: []string{"Without a card"}},
		{Title: "Terms"},
	}
	require.Equal(t, []string{"Order a SIM", "A SIM in order", "Order an eSIM", "Activate"}, titles(site.Search("ORDER a sim", pages)))
	require.Equal(t, []string{"Order an eSIM"}, titles(site.Search("card order", pages)), "words from title and text together")
}

func TestSearch_TakesWhatIsHostileAsWords(t *testing.T) {
	pages := []site.Find{{Title: "Terms", Texts: []string{"100% yours"}}}
	for _, query := range []string{"%", "_", "' OR 1=1 --", `\`, "<script>alert(1)</script>", "*", "(((", ".*", "\u202e", " ", "", strings.Repeat("ﷺ", 100), "\xff\xfe"} {
		require.Empty(t, site.Search(query, pages), query)
	}
	require.Len(t, site.Search("100%", pages), 1)
}

func TestExcerpt_IsTheTextThatHasMostOfTheQuery(t *testing.T) {
	find := site.Find{Title: "Plans", Texts: []string{"A month of calls.", "Unlimited data for a month."}}
	require.Equal(t, "Unlimited data for a month.", find.Excerpt("month data"))
	require.Equal(t, "A month of calls.", find.Excerpt("plans"))
	require.Empty(t, site.Find{Title: "Plans"}.Excerpt("plans"))
	long := site.Find{Texts: []string{strings.Repeat("رقم جديد ", 30)}}.Excerpt("رقم")
	require.True(t, strings.HasSuffix(long, "رقم…") || strings.HasSuffix(long, "جديد…"), long)
	require.LessOrEqual(t, len([]rune(long)), 161)
}

func TestFinds_ArePagesByWhatRoutesMenusAndTheFirstPageSay(t *testing.T) {
	about := "login, about: { title: { en: Way in, ar: دخول }, text: { en: Your password, ar: كلمة المرور } }, permission: history"
	s, err := site.Parse(strings.NewReplacer("path: login", "path: "+about, "pathAr: دخول ", "pathAr: دخول").Replace(small))
	require.NoError(t, err)
	require.Equal(t, []site.Find{
		{Title: "Way in", Texts: []string{"Your password"}, URL: "/en/login", Key: "history"},
		{Title: "Terms", Texts: []string{"One"}, URL: "/en/"},
	}, s.Finds("en"), "a menu's name counts more than a slide's, and a section that leads nowhere is no page")
	require.Equal(t, []string{"دخول", "الشروط"}, titles(s.Finds("ar")))
	require.Equal(t, "/ar/دخول", s.Finds("ar")[0].URL)
}

func TestParse_AsksForBothLanguagesOfWhatIsSearched(t *testing.T) {
	_, err := site.Parse(strings.Replace(small, "path: login,", "path: login, about: { title: { en: In, ar: دخول }, text: { en: In } },", 1))
	require.ErrorContains(t, err, "line 3: routes[1].about.text.ar: is missing")
}

func FuzzSearch(f *testing.F) {
	for _, query := range []string{"شريحة", "a", "ﷺ", "\u0301", "ال", "\xff"} {
		f.Add(query)
	}
	pages := []site.Find{{Title: "شريحة", Texts: []string{"a"}}}
	f.Fuzz(func(t *testing.T, query string) {
		for _, found := range site.Search(query, pages) {
			require.NotPanics(t, func() { found.Excerpt(query) })
		}
	})
}
