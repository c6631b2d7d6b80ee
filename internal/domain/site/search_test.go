package site_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/plan"
	"selfcare/internal/domain/site"
)

const aboutLogin = "login, about: { title: { en: Way in, ar: دخول }, text: { en: Your password, ar: كلمة المرور }, also: [logon, باسورد] }, permission: history"

// searched is the small site with a description on one page.
func searched(t *testing.T) site.Site {
	s, err := site.Parse(strings.NewReplacer("path: login", "path: "+aboutLogin, "pathAr: دخول ", "pathAr: دخول").Replace(small))
	require.NoError(t, err)
	return s
}

func everything(site.Find) bool { return true }

func titles(found site.Found) []string {
	names := []string{}
	for _, find := range found.Finds {
		names = append(names, find.Title.En)
	}
	return names
}

func TestFinds_RoutesAndMenus_AreJoined(t *testing.T) {
	require.Equal(t, []site.Find{
		{
			Title: site.Text{En: "Way in", Ar: "دخول"}, Texts: []site.Text{{En: "Your password", Ar: "كلمة المرور"}},
			Also: []string{"logon", "باسورد"}, URL: site.Text{En: "/en/login", Ar: "/ar/دخول"}, Key: "history",
		},
		{Title: site.Text{En: "Terms", Ar: "الشروط"}, Texts: []site.Text{{En: "One", Ar: "واحد"}}, URL: site.Text{En: "/en/", Ar: "/ar/"}},
	}, searched(t).Finds(), "a menu's name counts more than a slide's, and a section that leads nowhere is no page")
}

func TestSearchable_EitherLanguage_Matches(t *testing.T) {
	known := searched(t).Searchable()
	for _, query := range []string{"way in", "الدخول", "password", "كلمة المرور", "logon", "الباسورد"} {
		require.Equal(t, []string{"Way in"}, titles(known.Find(query, everything)), query+" (D13)")
	}
	require.Empty(t, titles(known.Find("password", func(f site.Find) bool { return f.Key == "" })), "pages closed to the reader are hidden")
}

func TestPlanFinds_NoPlanRoute_IsEmpty(t *testing.T) {
	plans := []plan.Plan{{ID: "basic", NameEn: "Basic", NameAr: "الأساسية", DescriptionEn: "Little", Items: []plan.Item{{LabelAr: "دقيقة"}}}}
	require.Empty(t, searched(t).PlanFinds(plans))
	s, err := site.Parse(strings.Replace(small, "key: login, template: login, path: login, pathAr: دخول", "key: plans, template: plans, path: plans, pathAr: الباقات }\n  - { key: login, template: login, path: login", 1))
	require.NoError(t, err)
	require.Equal(t, []site.Find{{
		Title: site.Text{En: "Basic", Ar: "الأساسية"}, URL: site.Text{En: "/en/plans/basic", Ar: "/ar/الباقات/basic"},
		Texts: []site.Text{{En: "Little", Ar: "Little"}, {En: "دقيقة", Ar: "دقيقة"}},
	}}, s.PlanFinds(plans), "what is said in one language is shown in both")
}

func TestExcerpt_Query_PicksTheBestText(t *testing.T) {
	more := site.Find{Title: site.Text{En: "Offers", Ar: "عروض"}, URL: site.Text{En: "/en/x", Ar: "/ar/x"}, Texts: []site.Text{
		{En: "A month of calls.", Ar: "شهر من المكالمات."},
		{En: "Unlimited data for a month.", Ar: strings.Repeat("رقم جديد ", 30)},
	}}
	known := searched(t).Searchable(more)
	excerpt := func(query, language string) string {
		found := known.Find(query, everything)
		require.NotEmpty(t, found.Finds, query)
		return found.Excerpt(found.Finds[0], language)
	}
	require.Equal(t, "Unlimited data for a month.", excerpt("month data", "en"))
	require.Equal(t, "A month of calls.", excerpt("offers", "en"))
	require.Equal(t, "Unlimited data for a month.", excerpt("رقم", "en"), "the same text, in the reader's language")
	long := excerpt("رقم", "ar")
	require.True(t, strings.HasSuffix(long, "رقم…") || strings.HasSuffix(long, "جديد…"), long)
	require.LessOrEqual(t, len([]rune(long)), 161)
	require.Empty(t, site.Found{}.Excerpt(site.Find{}, "en"))
}

func TestSaid_Query_ListsMatchedWords(t *testing.T) {
	found := searched(t).Searchable().Find("pasword", everything)
	require.Equal(t, []string{"password"}, found.MatchedWords("Your password"))
	require.Empty(t, found.MatchedWords("Way in"))
}

func TestParse_OneLanguage_IsRefused(t *testing.T) {
	_, err := site.Parse(strings.Replace(small, "path: login,", "path: login, about: { title: { en: In, ar: دخول }, text: { en: In } },", 1))
	require.ErrorContains(t, err, "line 3: routes[1].about.text.ar: is missing")
}

func TestParse_BadSynonym_IsNamed(t *testing.T) {
	for synonyms, want := range map[string]string{
		"- [sim, شريحة]\n- [plan]":                          "line 30: synonyms[1]: must be at least two words that mean the same",
		"- [sim, '!']":                                      "line 29: synonyms[0][1]: must have letters or digits",
		"- [شريحة, sim,\n    شَريحه]":                       "line 30: synonyms[0][2]: is there twice: شَريحه",
		"- [sim, " + strings.Repeat("x", 61) + "]":          "line 29: synonyms[0][1]: is longer than 60 letters",
		`- [sim, "a\u0007b"]`:                               "line 29: synonyms[0][1]: contains a control character",
		"- [a" + strings.Repeat(", b", 40) + "]":            "line 29: synonyms[0]: has more than 40 words",
		"- sim":                                             "line 29: synonyms[0]: must be a list",
		strings.Repeat("- [sim, chip]\n", 300) + "- [a, b]": "line 28: synonyms: has more than 300 groups",
	} {
		_, err := site.Parse(small + "synonyms:\n" + synonyms + "\n")
		require.ErrorContains(t, err, want)
	}
	_, err := site.Parse(strings.Replace(small, "path: login,", "path: login, about: { title: { en: In, ar: دخول }, text: { en: In, ar: دخول }, also: [in, '?'] },", 1))
	require.ErrorContains(t, err, "line 3: routes[1].about.also[1]: must have letters or digits")
}
