package oidc

import (
	"crypto/rand"
	_ "embed"
	"html/template"
	"net/http"
	"net/url"
)

// Person is a person with an account at the providers.
type Person struct {
	Subject  string
	Name     string
	Email    string
	Verified bool
}

// People have an account at every provider.
var People = []Person{
	{"100000000001", "Noura Alharbi", "noura@social.example", true},
	{"100000000002", "Sara Alqahtani", "main@selfcare.example", true},
	{"100000000003", "Unverified Person", "unverified@social.example", false},
	{"100000000004", "No Email", "", false},
	{"100000000005", "Hidden Email", "k7d2x9w4mq@privaterelay.appleid.com", true},
}

//go:embed consent.html
var consentHTML string

var consentTemplate = template.Must(template.New("consent").Parse(consentHTML))

// asked has the values of the page.
type asked struct {
	Provider string
	People   []Person
	Action   template.URL // this address again; its parameters are checked once more
}

func (s *System) consentPage(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	if problem := s.refusedClient(r.PathValue("provider"), query); problem != "" {
		http.Error(w, problem, http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = consentTemplate.Execute(w, asked{r.PathValue("provider"), People, template.URL("?" + query.Encode())}) // the browser is gone
}

// refusedClient finds what a provider refuses.
func (s *System) refusedClient(provider string, query url.Values) string {
	redirect, err := url.Parse(query.Get("redirect_uri"))
	switch {
	case query.Get("client_id") != s.cfg.ClientID:
		return "unknown client"
	case err != nil || redirect.Host == "":
		return "redirect_uri is missing"
	case query.Get("response_type") != "code":
		return "only the code flow is offered"
	case provider == apple:
		return refusedByApple(query)
	case query.Get("code_challenge_method") != "S256" || query.Get("code_challenge") == "":
		return "only the code flow with PKCE is offered"
	default:
		return ""
	}
}

// consent sends the browser back with a code, or with access_denied.
func (s *System) consent(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	provider := r.PathValue("provider")
	if problem := s.refusedClient(provider, query); problem != "" {
		http.Error(w, problem, http.StatusBadRequest)
		return
	}
	back, _ := url.Parse(query.Get("redirect_uri")) // parsed a moment ago
	answer := back.Query()
	answer.Set("state", query.Get("state"))
	if who, agreed := personOf(r.FormValue("subject")); agreed {
		answer.Set("code", s.grant(provider, query, who))
	} else {
		answer.Set("error", map[bool]string{true: "user_cancelled_authorize", false: "access_denied"}[provider == apple])
	}
	if query.Get("response_mode") == "form_post" {
		postBack(w, back, answer)
		return
	}
	back.RawQuery = answer.Encode()
	http.Redirect(w, r, back.String(), http.StatusSeeOther)
}

func personOf(subject string) (Person, bool) {
	for _, person := range People {
		if person.Subject == subject {
			return person, true
		}
	}
	return Person{}, false
}

func (s *System) grant(provider string, query url.Values, who Person) string {
	code := rand.Text()
	s.mu.Lock()
	defer s.mu.Unlock()
	for old, g := range s.codes {
		if s.now().After(g.until) {
			delete(s.codes, old)
		}
	}
	s.codes[code] = grant{
		provider: provider, redirect: query.Get("redirect_uri"), nonce: query.Get("nonce"),
		challenge: query.Get("code_challenge"), who: who, until: s.now().Add(codeFor),
	}
	return code
}
